//! How a setting's value becomes a field, and the tables' macro.

use super::{Setting, Value};
use crate::protocol::{GroupId, InstanceId, Name};

/// A type that a setting can have in its struct.
pub(super) trait Field: Sized {
    /// Reads a value; `None` if it is of another type or outside the setting's limits.
    fn read(setting: &Setting, value: &Value) -> Option<Self>;

    /// The value as a scenario writes it.
    fn write(&self) -> Value;
}

macro_rules! number_field {
    ($($type:ty),*) => {$(
        impl Field for $type {
            fn read(setting: &Setting, value: &Value) -> Option<Self> {
                setting.whole_number(value)?.try_into().ok()
            }

            fn write(&self) -> Value {
                Value::Int(i64::try_from(*self).unwrap_or(i64::MAX))
            }
        }
    )*};
}
number_field!(u64, u32, i64, i32);

impl Field for bool {
    fn read(_: &Setting, value: &Value) -> Option<Self> {
        match value {
            Value::Bool(value) => Some(*value),
            Value::Text(text) if text.trim().eq_ignore_ascii_case("true") => Some(true),
            Value::Text(text) if text.trim().eq_ignore_ascii_case("false") => Some(false),
            _ => None,
        }
    }

    fn write(&self) -> Value {
        Value::Bool(*self)
    }
}

macro_rules! name_field {
    ($($type:ty),*) => {$(
        impl Field for $type {
            fn read(setting: &Setting, value: &Value) -> Option<Self> {
                setting.text(value).map(Into::into)
            }

            fn write(&self) -> Value {
                self.as_str().into()
            }
        }
    )*};
}
name_field!(Name, GroupId);

/// Checked like a topic's name (`JoinGroupRequest.validateGroupInstanceId`).
impl Field for InstanceId {
    fn read(setting: &Setting, value: &Value) -> Option<Self> {
        let legal = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
        let id = setting.text(value)?;
        ((1..=249).contains(&id.len()) && id.bytes().all(legal) && id != "." && id != "..").then(|| id.into())
    }

    fn write(&self) -> Value {
        self.as_str().into()
    }
}

impl<T: Field> Field for Option<T> {
    fn read(setting: &Setting, value: &Value) -> Option<Self> {
        if *value == Value::Null { Some(None) } else { T::read(setting, value).map(Some) }
    }

    fn write(&self) -> Value {
        self.as_ref().map_or(Value::Null, Field::write)
    }
}

/// A list: of JSON, or a text with commas; an empty text is an empty list.
impl<T: Field + PartialEq> Field for Vec<T> {
    fn read(setting: &Setting, value: &Value) -> Option<Self> {
        match value {
            Value::List(values) => values.iter().map(|value| T::read(setting, value)).collect(),
            Value::Text(text) if text.trim().is_empty() => Some(Vec::new()),
            Value::Text(text) => text.split(',').map(|part| T::read(setting, &part.into())).collect(),
            _ => None,
        }
    }

    fn write(&self) -> Value {
        Value::List(self.iter().map(Field::write).collect())
    }
}

/// Declares an enum whose variants are words of a setting.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)*
        }

        impl $name {
            /// Its words in Kafka's settings.
            pub const WORDS: &[&str] = &[$($word),*];
        }

        impl crate::config::field::Field for $name {
            fn read(setting: &crate::config::Setting, value: &crate::config::Value) -> Option<Self> {
                match setting.text(value)?.to_ascii_lowercase().as_str() {
                    $($word => Some(Self::$variant),)*
                    _ => None,
                }
            }

            fn write(&self) -> crate::config::Value {
                match self { $(Self::$variant => $word,)* }.into()
            }
        }
    };
}

/// Declares a scope's settings: the struct, its defaults, and the table.
///
/// A line reads: `field: type = default, "kafka.name", Type, Unit, limits, Acts;` below the setting's meaning.
macro_rules! settings {
    (
        $(#[$doc:meta])*
        $config:ident, $table:ident, $scope:ident;
        $(
            $(#[doc = $meaning:literal])+
            $field:ident: $type:ty = $default:expr, $name:literal, $kind:ident, $unit:ident, $limits:expr, $acts:ident;
        )*
    ) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $config {
            $(
                $(#[doc = $meaning])+
                #[doc = concat!("(`", $name, "`)")]
                pub $field: $type,
            )*
        }

        impl Default for $config {
            /// Kafka 4.1's defaults.
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        #[doc = concat!("The settings of [`", stringify!($config), "`], in the order of the panel.")]
        pub const $table: &[crate::config::Setting] = &[$(
            crate::config::Setting {
                name: $name,
                scope: crate::config::Scope::$scope,
                kind: crate::config::Type::$kind,
                unit: crate::config::Unit::$unit,
                limits: $limits,
                acts: crate::config::Acts::$acts,
                meaning: concat!($($meaning),+).trim_ascii(),
                default: || crate::config::field::Field::write(&{ let default: $type = $default; default }),
            },
        )*];

        impl $config {
            /// Sets one setting by its Kafka name.
            ///
            /// # Errors
            /// If there is no such setting here, or the value can't be read as its type within its limits.
            pub fn set(&mut self, name: &str, value: &crate::config::Value) -> Result<(), crate::config::ConfigError> {
                let setting = crate::config::lookup(crate::config::Scope::$scope, name)?;
                let invalid = || setting.invalid(value);
                match setting.name {
                    $($name => self.$field = crate::config::field::Field::read(setting, value).ok_or_else(invalid)?,)*
                    _ => {}
                }
                Ok(())
            }

            /// The value of a setting by its Kafka name; `None` if there is no such setting here.
            #[must_use]
            pub fn get(&self, name: &str) -> Option<crate::config::Value> {
                match name {
                    $($name => Some(crate::config::field::Field::write(&self.$field)),)*
                    _ => None,
                }
            }
        }
    };
}

pub(super) use {settings, words};
