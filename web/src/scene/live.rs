//! What of a picture moves: written straight to attributes, only where they change.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

use groupscope_view::scene::{Form, Group};
use web_sys::Element;

use super::{Drawing, pool::Pool, shape};
use crate::page::store::Mover;

/// The moving parts of a picture on the screen.
#[derive(Default)]
pub(super) struct Live {
    fixed: RefCell<Vec<Part>>,
    pool: RefCell<Pool>,
    until: Cell<Option<u64>>,
    buffer: RefCell<String>,
}

/// A shape that moves, and its element.
pub(super) struct Part {
    element: Element,
    group: Rc<Group>,
    index: usize,
    written: Written,
}

/// What an element shows now.
enum Written {
    Nothing,
    Form(Form),
    Text(String),
}

impl Part {
    /// The shape at `index` of a group. `element` is its own; of a running text, the place of its figure.
    pub(super) fn new(element: Element, group: Rc<Group>, index: usize) -> Self {
        Self { element, group, index, written: Written::Nothing }
    }

    pub(super) fn move_to(&mut self, at: f64, buffer: &mut String) {
        let shape = &self.group.shapes[self.index];
        if let Some(content) = shape::running(shape) {
            let text = content.at(at as u64);
            if !matches!(&self.written, Written::Text(old) if *old == text) {
                self.element.set_text_content(Some(&text));
                self.written = Written::Text(text.into_owned());
            }
            return;
        }
        let form = shape.form_at(at);
        if matches!(&self.written, Written::Form(old) if is_near(old, &form)) {
            return;
        }
        let element = &self.element;
        shape::form(&form, buffer, &mut |name, value| {
            let _ = element.set_attribute(name, value);
        });
        self.written = Written::Form(form.into_owned());
    }
}

/// Whether nobody sees the difference.
fn is_near(a: &Form, b: &Form) -> bool {
    const SEEN: f32 = 0.04;
    let near = |a: &[f32], b: &[f32]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < SEEN);
    match (a, b) {
        (Form::Rect(a, _), Form::Rect(b, _)) => near(&[a.x, a.y, a.w, a.h], &[b.x, b.y, b.w, b.h]),
        (Form::Line(a, b), Form::Line(c, d)) => near(&[a.x, a.y, b.x, b.y], &[c.x, c.y, d.x, d.y]),
        (Form::Circle(a, r), Form::Circle(b, s)) => near(&[a.x, a.y, *r], &[b.x, b.y, *s]),
        // A ring's end runs along its circumference.
        (Form::Arc(a, r, s), Form::Arc(b, _, t)) => near(&[a.x, a.y, s * r * 6.3], &[b.x, b.y, t * r * 6.3]),
        (Form::Icon(_, a, s), Form::Icon(_, b, t)) => near(&[a.x, a.y, *s], &[b.x, b.y, *t]),
        _ => a == b,
    }
}

impl Live {
    /// Takes hold of what moves in a picture that Yew has just rendered into `svg`, and brings its messages up to date.
    pub(super) fn attach(&self, svg: &Element, drawing: &Drawing, coarse: bool, pickable: bool) {
        self.until.set(Some(drawing.0.scene.until));
        let layers = svg.children();
        let mut fixed = self.fixed.borrow_mut();
        fixed.clear();
        if let Some(layer) = layers.item(0) {
            let elements = layer.children();
            for (place, (_, group)) in drawing.0.fixed.iter().enumerate() {
                if group.shapes.iter().any(shape::is_live)
                    && let Some(element) = elements.item(place as u32)
                {
                    let first = usize::from(group.label.is_some());
                    parts(&element, group, first, &mut fixed);
                }
            }
        }
        if let Some(layer) = layers.item(1) {
            self.pool.borrow_mut().show(&layer, &drawing.0.messages, coarse, pickable);
        }
    }
}

/// The moving parts of a group; its shapes are the children of `element` from `first` on.
pub(super) fn parts(element: &Element, group: &Rc<Group>, first: usize, parts: &mut Vec<Part>) {
    let children = element.children();
    for (index, shape) in group.shapes.iter().enumerate().filter(|(_, shape)| shape::is_live(shape)) {
        let child = children.item((first + index) as u32);
        let target =
            if shape::running(shape).is_some() { child.and_then(|it| it.first_element_child()) } else { child };
        parts.extend(target.map(|target| Part::new(target, group.clone(), index)));
    }
}

impl Mover for Live {
    fn move_to(&self, at: f64) {
        let buffer = &mut *self.buffer.borrow_mut();
        for part in self.fixed.borrow_mut().iter_mut() {
            part.move_to(at, buffer);
        }
        self.pool.borrow_mut().move_to(at, buffer);
    }

    fn until(&self) -> u64 {
        self.until.get().unwrap_or(u64::MAX)
    }
}
