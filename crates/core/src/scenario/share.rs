//! A scenario in an address: its compact JSON, deflated, in base64url.

use base64::{
    Engine,
    alphabet::URL_SAFE,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use miniz_oxide::{
    deflate::compress_to_vec,
    inflate::{TINFLStatus, decompress_to_vec_with_limit, decompress_to_vec_zlib_with_limit},
};

use super::{Parsed, Scenario, ScenarioError, limits};

/// Links are made short; they are rare enough for the slowest level.
const LEVEL: u8 = 9;

/// Written without padding, read with or without.
const BASE64_URL: GeneralPurpose = GeneralPurpose::new(
    &URL_SAFE,
    GeneralPurposeConfig::new().with_encode_padding(false).with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// A link that holds no scenario.
#[derive(Debug, thiserror::Error)]
pub enum LinkError {
    /// The text is cut off or mistyped.
    #[error("the link is damaged: its scenario is no base64url")]
    Base64,
    /// The bytes are no deflate stream, or an incomplete one.
    #[error("the link is damaged or incomplete: its scenario cannot be unpacked")]
    Deflate,
    /// It unpacks to too much.
    #[error("the scenario in the link unpacks to more than {} bytes", limits::TEXT_BYTES)]
    TooLarge,
    /// What is in it is no text.
    #[error("the link holds no text")]
    Text,
    /// The text is no scenario.
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
}

/// The text of a scenario for the `s=` of an address.
#[must_use]
pub fn encode(scenario: &Scenario) -> String {
    encode_text(&scenario.to_json())
}

/// Any text, for an address.
#[must_use]
pub fn encode_text(text: &str) -> String {
    BASE64_URL.encode(compress_to_vec(text.as_bytes(), LEVEL))
}

/// The scenario of an address.
///
/// # Errors
///
/// If the link is damaged or holds no scenario that could run.
pub fn decode(link: &str) -> Result<Parsed, LinkError> {
    Ok(Scenario::parse(&decode_text(link)?)?)
}

/// The text of the scenario of an address, as it is. A zlib header around it does no harm.
///
/// # Errors
///
/// If the link is damaged.
pub fn decode_text(link: &str) -> Result<String, LinkError> {
    let packed = BASE64_URL.decode(link.trim()).map_err(|_| LinkError::Base64)?;
    let raw = decompress_to_vec_with_limit(&packed, limits::TEXT_BYTES);
    let bytes = raw.or_else(|raw| match decompress_to_vec_zlib_with_limit(&packed, limits::TEXT_BYTES) {
        Ok(bytes) => Ok(bytes),
        Err(zlib) if TINFLStatus::HasMoreOutput == raw.status || TINFLStatus::HasMoreOutput == zlib.status => {
            Err(LinkError::TooLarge)
        }
        Err(_) => Err(LinkError::Deflate),
    })?;
    String::from_utf8(bytes).map_err(|_| LinkError::Text)
}
