//! JSON for people: what fits stands on one line, so that consumers and actions are a line each.

use serde_json::Value;

/// So long is a line at most, if what stands on it can be broken, characters.
const WIDTH: usize = 110;

/// Writes a value.
pub(super) fn pretty(value: &Value) -> String {
    let mut text = String::new();
    write(value, 0, &mut text);
    text
}

fn write(value: &Value, indent: usize, text: &mut String) {
    let one_line = one_line(value);
    let column = text.chars().rev().take_while(|c| *c != '\n').count();
    // The whole is always broken: it is a text, not a line.
    if indent > 0 && column + one_line.chars().count() < WIDTH {
        return text.push_str(&one_line);
    }
    match value {
        Value::Array(items) if !items.is_empty() => {
            text.push('[');
            for (place, item) in items.iter().enumerate() {
                begin(place, indent, text);
                write(item, indent + 2, text);
            }
            end(']', indent, text);
        }
        Value::Object(fields) if !fields.is_empty() => {
            text.push('{');
            for (place, (name, value)) in fields.iter().enumerate() {
                begin(place, indent, text);
                text.push_str(&format!("{}: ", Value::from(name.as_str())));
                write(value, indent + 2, text);
            }
            end('}', indent, text);
        }
        _ => text.push_str(&one_line),
    }
}

fn begin(place: usize, indent: usize, text: &mut String) {
    text.push_str(if place == 0 { "\n" } else { ",\n" });
    text.push_str(&" ".repeat(indent + 2));
}

fn end(sign: char, indent: usize, text: &mut String) {
    text.push('\n');
    text.push_str(&" ".repeat(indent));
    text.push(sign);
}

fn one_line(value: &Value) -> String {
    match value {
        Value::Array(items) => format!("[{}]", items.iter().map(one_line).collect::<Vec<_>>().join(", ")),
        Value::Object(fields) => {
            let field =
                |(name, value): (&String, &Value)| format!("{}: {}", Value::from(name.as_str()), one_line(value));
            format!("{{{}}}", fields.iter().map(field).collect::<Vec<_>>().join(", "))
        }
        plain => plain.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_fits_stands_on_one_line() {
        let value = json!({"a": 1, "list": [{"at": 1, "do": "kill"}, {"at": 2, "do": "x".repeat(100)}], "none": []});
        let long = "x".repeat(100);
        let expected = format!(
            "{{\n  \"a\": 1,\n  \"list\": [\n    {{\"at\": 1, \"do\": \"kill\"}},\n    {{\n      \"at\": 2,\n      \"do\": \"{long}\"\n    }}\n  ],\n  \"none\": []\n}}"
        );
        assert_eq!(pretty(&value), expected);
    }
}
