//! GroupScope's engine for JavaScript: scenarios in, plain objects out, in the words of the page's API.

mod types;

use groupscope_core::{
    report::{Figures, Summary},
    scenario::Scenario,
    simulation,
};
use js_sys::JSON;
use serde::Serialize;
use wasm_bindgen::{JsError, JsValue, prelude::wasm_bindgen};

/// The version of this package.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// The release of Apache Kafka that is simulated.
#[wasm_bindgen]
pub fn kafka() -> String {
    groupscope_core::KAFKA_VERSION.to_owned()
}

/// A scenario and all that comes of it. Equal scenarios give equal runs, everywhere.
#[wasm_bindgen]
pub struct Run {
    run: simulation::Run,
    warnings: Vec<String>,
}

#[wasm_bindgen]
impl Run {
    /// Computes a scenario, an object or its text.
    ///
    /// # Errors
    ///
    /// Everything that is wrong in it, each with its place and what is allowed.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "Scenario | string")] scenario: &JsValue,
    ) -> Result<Self, JsError> {
        let text = match scenario.as_string() {
            Some(text) => text,
            None => JSON::stringify(scenario).ok().and_then(|text| text.as_string()).unwrap_or_default(),
        };
        let parsed = Scenario::parse(&text)?;
        let warnings = parsed.warnings.iter().map(ToString::to_string).collect();
        Ok(Self { run: simulation::Run::new(parsed.scenario), warnings })
    }

    /// What is odd in the scenario, but no error: fields that nobody knows.
    #[wasm_bindgen(getter)]
    pub fn warnings(&self) -> Vec<String> {
        self.warnings.clone()
    }

    /// The scenario as it was understood.
    ///
    /// # Errors
    ///
    /// None but want of memory.
    #[wasm_bindgen(unchecked_return_type = "Scenario")]
    pub fn scenario(&self) -> Result<JsValue, JsError> {
        plain(&*self.run.scenario)
    }

    /// What happened, event by event, each with its cause.
    ///
    /// # Errors
    ///
    /// None but want of memory.
    #[wasm_bindgen(unchecked_return_type = "TraceEvent[]")]
    pub fn trace(&self) -> Result<JsValue, JsError> {
        plain(&self.run.event_lines().collect::<Vec<_>>())
    }

    /// What holds at a moment, ms of virtual time.
    ///
    /// # Errors
    ///
    /// The moment is not within the run.
    #[wasm_bindgen(unchecked_return_type = "Frame")]
    pub fn frame(&self, at: f64) -> Result<JsValue, JsError> {
        let end = self.end();
        if !(0.0..=end).contains(&at) {
            return Err(JsError::new(&format!("frame({at}): allowed is a number of ms from 0 to {end}")));
        }
        plain(&self.run.frame(at.round() as u64))
    }

    /// Rebalances, callbacks, requests, offsets and gaps.
    ///
    /// # Errors
    ///
    /// None but want of memory.
    #[wasm_bindgen(unchecked_return_type = "Summary")]
    pub fn summary(&self) -> Result<JsValue, JsError> {
        plain(&Summary::new(&self.run))
    }

    /// The run in a few numbers.
    ///
    /// # Errors
    ///
    /// None but want of memory.
    #[wasm_bindgen(unchecked_return_type = "Record<string, unknown>")]
    pub fn figures(&self) -> Result<JsValue, JsError> {
        plain(&Figures::new(&self.run))
    }

    /// How far the run was computed, ms: the scenario's `until`, unless it has too many events.
    #[wasm_bindgen(getter)]
    pub fn end(&self) -> f64 {
        self.run.computed.min(self.run.scenario.until) as f64
    }
}

/// A value as plain objects and arrays: as its JSON.
fn plain(value: &impl Serialize) -> Result<JsValue, JsError> {
    JSON::parse(&serde_json::to_string(value)?).map_err(|_| JsError::new("a result is no JSON"))
}
