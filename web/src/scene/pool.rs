//! Messages come and go many times a second: their elements are made by hand, kept as long as the message is under way, and
//! used again.

use std::rc::Rc;

use groupscope_view::scene::{Content, Form, Group};
use web_sys::{Document, Element};

use super::{
    group::{class, halo, is_thing, opacity},
    live::{Part, parts},
    shape,
};
use crate::page::document;

const SVG: &str = "http://www.w3.org/2000/svg";
/// So many elements are kept for later.
const SPARE: usize = 40;

/// The messages on the screen, the hindmost first.
#[derive(Default)]
pub(super) struct Pool {
    shown: Vec<Message>,
    spare: Vec<Element>,
}

struct Message {
    key: u64,
    group: Rc<Group>,
    element: Element,
    parts: Vec<Part>,
}

impl Pool {
    /// Shows just these messages in `layer`; `coarse`: for a thumb; `pickable`: they can be chosen.
    pub(super) fn show(&mut self, layer: &Element, messages: &[(u64, Rc<Group>)], coarse: bool, pickable: bool) {
        let Some(document) = document() else { return };
        let mut old = std::mem::take(&mut self.shown);
        for (place, (key, group)) in messages.iter().enumerate() {
            let kept = old.iter().position(|message| message.key == *key).map(|index| old.swap_remove(index));
            let message = match kept {
                Some(mut message) => {
                    if *message.group != **group {
                        message.group = group.clone();
                        message.draw(&document, coarse, pickable);
                    }
                    message
                }
                None => {
                    let element = self.spare.pop().or_else(|| document.create_element_ns(Some(SVG), "g").ok());
                    let Some(element) = element else { continue };
                    let mut message = Message { key: *key, group: group.clone(), element, parts: Vec::new() };
                    message.draw(&document, coarse, pickable);
                    message
                }
            };
            if layer.children().item(place as u32).as_ref() != Some(&message.element) {
                let _ = layer.insert_before(&message.element, layer.children().item(place as u32).as_deref());
            }
            self.shown.push(message);
        }
        for message in old {
            message.element.remove();
            if self.spare.len() < SPARE {
                self.spare.push(message.element);
            }
        }
    }

    pub(super) fn move_to(&mut self, at: f64, buffer: &mut String) {
        for part in self.shown.iter_mut().flat_map(|message| &mut message.parts) {
            part.move_to(at, buffer);
        }
    }
}

impl Message {
    /// Fills the element with what the message looks like now.
    fn draw(&mut self, document: &Document, coarse: bool, pickable: bool) {
        let (element, group) = (&self.element, &self.group);
        element.set_text_content(None);
        let set = |name: &str, value: Option<&str>| {
            let _ = match value {
                Some(value) => element.set_attribute(name, value),
                None => element.remove_attribute(name),
            };
        };
        let is_thing = pickable && group.boxed && is_thing(&group.mark, false);
        set("data-key", Some(&self.key.to_string()));
        set("data-box", group.boxed.then_some(""));
        set("opacity", opacity(group).as_deref());
        set("class", class(group, is_thing));
        set("role", is_thing.then_some("img"));
        set("tabindex", is_thing.then_some("0"));
        set("aria-label", group.label.as_deref().filter(|_| is_thing));
        for shape in &group.shapes {
            let Ok(child) = document.create_element_ns(Some(SVG), shape::tag(&shape.form)) else { continue };
            shape::attributes(shape, |name, value| {
                let _ = child.set_attribute(name, value);
            });
            if let Form::Text(text) = &shape.form {
                match &text.content {
                    Content::Fixed(text) => child.set_text_content(Some(text)),
                    Content::Running { .. } => {
                        let figure = document.create_element_ns(Some(SVG), "tspan");
                        let _ = figure.map(|figure| child.append_child(&figure));
                    }
                }
            }
            let _ = element.append_child(&child);
        }
        if let Some(sides) = halo(group, coarse).filter(|_| is_thing)
            && let Ok(rect) = document.create_element_ns(Some(SVG), "rect")
        {
            let _ = rect.set_attribute("class", "halo");
            for (name, side) in ["x", "y", "width", "height"].into_iter().zip(&sides) {
                let _ = rect.set_attribute(name, side);
            }
            let _ = element.append_child(&rect);
        }
        self.parts.clear();
        parts(element, group, 0, &mut self.parts);
    }
}
