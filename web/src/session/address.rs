//! The address of a moment: `?story=ID&lang=ko&theme=dark&embed=1#t=41260&p=orders-2&s=…`.

use form_urlencoded::{Serializer, parse};

/// What an address says. Whatever it does not know is left out, whatever cannot be read counts as absent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Address {
    /// A story by its id or its number.
    pub story: Option<String>,
    /// The language, as `ko`.
    pub lang: Option<String>,
    /// `light` or `dark`.
    pub theme: Option<Theme>,
    /// Whether the page stands inside another one.
    pub embed: bool,
    /// The moment, ms.
    pub at: Option<u64>,
    /// The partition that is shown record by record, as `orders-2`; `stage` = the stage, where a story begins otherwise.
    pub records: Option<String>,
    /// The group as which it is read, if not the scenario's first.
    pub by: Option<String>,
    /// A whole scenario, packed: it beats the story.
    pub scenario: Option<String>,
    /// The scenario that it is compared with, packed; [`OWN`] = that of the story.
    pub versus: Option<String>,
    /// Whether it is the page on conformance (`page=conformance`).
    pub conformance: bool,
    /// The assignment lab, with one of its examples by its id, or `1`.
    pub lab: Option<String>,
    /// A whole lab, packed: it beats the example.
    pub group: Option<String>,
}

/// Compared with the story's own scenario.
pub const OWN: &str = "1";

/// The name of the page on conformance.
const CONFORMANCE: &str = "conformance";

/// A theme somebody chose; without one the system's holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

impl Theme {
    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// The theme of a word.
    #[must_use]
    pub fn of(word: &str) -> Option<Self> {
        [Self::Light, Self::Dark].into_iter().find(|theme| theme.word() == word)
    }
}

impl Address {
    /// Reads the query (`?story=…`) and the fragment (`#t=…`) of an address, with or without their first sign.
    #[must_use]
    pub fn read(query: &str, fragment: &str) -> Self {
        let mut address = Self::default();
        for (name, value) in parse(query.trim_start_matches('?').as_bytes()) {
            match &*name {
                "page" => address.conformance = value == CONFORMANCE,
                "lab" => address.lab = Some(value.into_owned()),
                "story" => address.story = Some(value.into_owned()),
                "lang" => address.lang = Some(value.into_owned()),
                "theme" => address.theme = Theme::of(&value),
                "embed" => address.embed = value == "1" || value == "true",
                _ => {}
            }
        }
        for (name, value) in parse(fragment.trim_start_matches('#').as_bytes()) {
            match &*name {
                "t" => address.at = value.parse().ok(),
                "p" => address.records = Some(value.into_owned()),
                "g" => address.by = Some(value.into_owned()),
                "v" => address.versus = Some(value.into_owned()),
                "s" => address.scenario = Some(value.into_owned()),
                "l" => address.group = Some(value.into_owned()),
                _ => {}
            }
        }
        address
    }

    /// The query and the fragment, as they stand behind the page's own address.
    #[must_use]
    pub fn write(&self) -> String {
        let mut query = Serializer::new(String::new());
        let theme = self.theme.map(Theme::word);
        let (lab, story) = (self.lab.as_deref(), self.story.as_deref());
        let page = self.conformance.then_some(CONFORMANCE);
        let plain = [("page", page), ("lab", lab), ("story", story), ("lang", self.lang.as_deref()), ("theme", theme)];
        for (name, value) in plain.into_iter().filter_map(|(name, value)| Some((name, value?))) {
            query.append_pair(name, value);
        }
        if self.embed {
            query.append_pair("embed", "1");
        }
        let mut fragment = Serializer::new(String::new());
        if let Some(at) = self.at {
            fragment.append_pair("t", &at.to_string());
        }
        let parts =
            [("p", &self.records), ("g", &self.by), ("v", &self.versus), ("s", &self.scenario), ("l", &self.group)];
        for (name, value) in parts.into_iter().filter_map(|(name, value)| Some((name, value.as_ref()?))) {
            fragment.append_pair(name, value);
        }
        let [query, fragment] = [query.finish(), fragment.finish()];
        let part = |sign: &str, text: String| if text.is_empty() { text } else { format!("{sign}{text}") };
        part("?", query) + &part("#", fragment)
    }

    /// The same place in the whole program.
    #[must_use]
    pub fn without_embed(&self) -> Self {
        Self { embed: false, ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Address {
        let (query, fragment) = text.split_once('#').unwrap_or((text, ""));
        Address::read(query, fragment)
    }

    #[test]
    fn an_address_is_read_as_it_is_written() {
        for text in [
            "?story=static-restart&lang=ko&theme=dark&embed=1#t=41260",
            "?story=9",
            "?story=workers#t=12000&p=orders-1&g=careful",
            "?lang=en#t=0&s=eJyrVkrLz1eyUkpKLFKqBQAdegQ0_-A",
            "#s=abc",
            "?story=7#t=7000&v=1&s=abc",
            "?lab=range-skew&theme=dark",
            "?lab=1#l=abc",
            "?page=conformance&lang=ko",
            "",
        ] {
            assert_eq!(read(text).write(), text);
        }
    }

    #[test]
    fn what_nobody_knows_or_nobody_can_read_is_left_out() {
        let address = read("?utm=x&theme=pink&story=a%20b#t=soon&x=1");
        assert_eq!(address, Address { story: Some("a b".into()), ..Address::default() });
        assert_eq!(address.write(), "?story=a+b");
    }

    #[test]
    fn the_whole_program_keeps_everything_but_the_frame() {
        assert_eq!(read("?story=1&embed=1#t=7").without_embed().write(), "?story=1#t=7");
    }
}
