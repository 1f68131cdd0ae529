//! What the cells mean.

use groupscope_core::{
    report::delivery::{RecordState, Work},
    simulation::{ConsumerIx, trace::Records},
};

use super::{cells, strip::Picture};
use crate::{
    geometry::{Size, rect},
    mark::Mark,
    pen::BODY,
    scene::Group,
    token::{Hue, Token},
};

impl Picture<'_> {
    pub(super) fn legend(&self, y: f32, size: Size) -> Group {
        let mut group = Group::new(Mark::Decor);
        let margin = if size.w < 640.0 { 12.0 } else { 18.0 };
        let mut x = margin;
        let work = Work {
            consumer: ConsumerIx(0),
            records: Records { first: 0, count: 1 },
            began: 0,
            ended: Some(1),
            finished: false,
            time: 0,
            length: 2,
        };
        let samples = [
            (RecordState::Processed(1), "rec-legend-processed"),
            (RecordState::Interrupted, "rec-legend-interrupted"),
            (RecordState::Returned, "rec-legend-returned"),
            (RecordState::Fetched, "rec-legend-fetched"),
        ];
        for (state, key) in samples {
            let text = self.say(key, &[]);
            if x + 20.0 + BODY.room(&text) > size.w - margin {
                break;
            }
            let sample = rect(x, y - 11.0, 14.0, 14.0);
            let done = (state == RecordState::Interrupted).then_some(&work);
            cells::in_hands(&mut group, sample, state, done, Hue::Rest);
            group.text(x + 20.0, y, BODY, &*text).fill(Token::Soft);
            x += 20.0 + BODY.room(&text) + 20.0;
        }
        group
    }
}
