//! The shapes of what goes in and out, for TypeScript. The published JSON Schemas say the same with every detail.

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A scenario, format 1; its JSON Schema is printed by `groupscope schema`. */
export interface Scenario { groupscope: 1; [field: string]: unknown }

/** An event of the trace. `cause` is the id of the event it follows from; `kind` says which other fields it has. */
export interface TraceEvent { id: number; at: number; cause: number | null; kind: string; [field: string]: unknown }

/** [topic, partition] */
export type TopicPartition = [string, number];

/** What holds at a moment. Times are ms of virtual time. */
export interface Frame {
    at: number;
    groups: {
        id: string; coordinator: string; state: string; generation: number; leader: string | null; protocol: string | null;
        timers: { kind: string; member: string | null; deadline: number }[];
        [field: string]: unknown;
    }[];
    consumers: {
        name: string; group: string | null; memberId: string | null; instance: string | null; state: string; alive: boolean;
        assigned: TopicPartition[]; owned: TopicPartition[];
        [field: string]: unknown;
    }[];
    inFlight: {
        api: string; kind: "request" | "reply"; from: string; to: string; sent: number; arrives: number; error: string | null;
        [field: string]: unknown;
    }[];
    parked: { api: string; member: string; since: number; [field: string]: unknown }[];
    partitions: {
        topic: string; partition: number; owner: string | null; owners: string[]; logEnd: number;
        committed: Record<string, number>; lag: Record<string, number>;
        [field: string]: unknown;
    }[];
    [field: string]: unknown;
}

/** The run as the recordings of real clusters are summed up; times in ms from the start. */
export interface Summary {
    rebalances: {
        at: number; generation: number; protocol: string | null; leader: string | null; members: string[]; reason: string;
    }[];
    callbacks: { at: number; consumer: string; kind: "assigned" | "revoked" | "lost"; partitions: TopicPartition[] }[];
    requests: Record<string, Record<string, number>>;
    committed: Record<string, Record<string, number>>;
    errors: { at: number; consumer: string; error: string }[];
    gaps: Record<string, Record<string, { from: number; to: number; ms: number; next: string }[]>>;
    unownedAtEnd: TopicPartition[];
    processed: Record<string, Record<string, { first: number; last: number; records: number; twice: number }>>;
    [field: string]: unknown;
}
"#;
