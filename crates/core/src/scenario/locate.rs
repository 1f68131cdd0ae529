//! Where in a text a problem's path leads to.

use super::Problem;

/// Gives each problem its line and column. `text` is JSON.
pub(crate) fn locate(text: &str, problems: &mut [Problem]) {
    for problem in problems {
        let place = Scanner { text, at: 0 }.find(&problem.path);
        let before = text.get(..place).unwrap_or(text);
        problem.line = Some(before.matches('\n').count() + 1);
        problem.column = Some(before.rsplit('\n').next().unwrap_or_default().chars().count() + 1);
    }
}

/// Walks through text that is known to be JSON; on any other it ends somewhere, without harm.
struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl Scanner<'_> {
    /// The place of what `path` names, or of the nearest thing around it.
    fn find(mut self, path: &str) -> usize {
        let mut rest = path;
        loop {
            self.blanks();
            let found = self.at;
            if rest.is_empty() {
                return found;
            }
            let inside = match self.peek() {
                Some(b'{') => self.field(rest),
                Some(b'[') => self.item(rest),
                _ => None,
            };
            match inside {
                Some(next) => rest = next,
                None => return found,
            }
        }
    }

    /// Goes to the field that `path` begins with; what is left of the path. Names may contain dots, so the field decides
    /// how much of the path is its name.
    fn field<'p>(&mut self, path: &'p str) -> Option<&'p str> {
        self.at += 1;
        loop {
            self.blanks();
            if self.peek()? != b'"' {
                return None;
            }
            let name = self.at;
            self.value();
            let key = self.text.get(name..self.at).unwrap_or_default();
            let key = serde_json::from_str::<String>(key).unwrap_or_default();
            self.blanks();
            self.at += 1;
            let after = path.strip_prefix(&*key).filter(|after| after.is_empty() || after.starts_with(['.', '[']));
            if let Some(after) = after {
                return Some(after.strip_prefix('.').unwrap_or(after));
            }
            self.value();
            self.blanks();
            if self.peek()? != b',' {
                return None;
            }
            self.at += 1;
        }
    }

    /// Goes to the item that `path` begins with, as `[3]`; what is left of the path.
    fn item<'p>(&mut self, path: &'p str) -> Option<&'p str> {
        let (index, after) = path.strip_prefix('[')?.split_once(']')?;
        self.at += 1;
        for _ in 0..index.parse().ok()? {
            self.value();
            self.blanks();
            if self.peek()? != b',' {
                return None;
            }
            self.at += 1;
        }
        Some(after.strip_prefix('.').unwrap_or(after))
    }

    /// Skips a whole value.
    fn value(&mut self) {
        self.blanks();
        let mut depth = 0_usize;
        while let Some(byte) = self.peek() {
            match byte {
                b'"' => self.string(),
                b'{' | b'[' => {
                    depth += 1;
                    self.at += 1;
                }
                b'}' | b']' | b',' if depth == 0 => return,
                b'}' | b']' => {
                    depth -= 1;
                    self.at += 1;
                }
                _ => self.at += 1,
            }
            if depth == 0 && matches!(byte, b'"' | b'}' | b']') {
                return;
            }
        }
    }

    fn string(&mut self) {
        self.at += 1;
        while let Some(byte) = self.peek() {
            self.at += if byte == b'\\' { 2 } else { 1 };
            if byte == b'"' {
                return;
            }
        }
    }

    fn blanks(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(text: &str, path: &str) -> (usize, usize) {
        let mut problems = [Problem::error(path, String::new())];
        locate(text, &mut problems);
        (problems[0].line.unwrap(), problems[0].column.unwrap())
    }

    #[test]
    fn a_path_leads_to_its_place_and_dots_in_names_do_not_mislead() {
        let text = "{\"a\": [1, {\"b.c\": \"},\\\"\", \"b\": {\"c\": 가}}],\n  \"d.e\" : 5}";
        assert_eq!(place(text, ""), (1, 1));
        assert_eq!(place(text, "a"), (1, 7));
        assert_eq!(place(text, "a[0]"), (1, 8));
        assert_eq!(place(text, "a[1].b.c"), (1, 19));
        assert_eq!(place(text, "a[1].b"), (1, 32));
        assert_eq!(place(text, "d.e"), (2, 11));
    }

    #[test]
    fn what_is_not_there_is_shown_at_what_is_around_it() {
        assert_eq!(place("{\"a\": [1, {}]}", "a[1].x.y"), (1, 11));
        assert_eq!(place("{\"a\": [1]}", "a[7]"), (1, 7));
    }

    #[test]
    fn broken_text_does_no_harm() {
        for text in ["{\"a\\", "[[[", "{\"a\":\"\\", ",", "{\"é"] {
            place(text, "a[1].b");
        }
    }
}
