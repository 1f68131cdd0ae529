//! One test for each rule and trap of the client, by its name.

mod bench;

use bench::Bench;

#[test]
fn smoke() {
    let mut bench = Bench::new(&[]);
    bench.start();
    bench.log_end = 10;
    bench.run_until(12_000);
    for s in &bench.sent {
        println!("{} {} {:?}", s.at, s.connection.0, s.request.api());
    }
    for n in &bench.notes {
        println!("{n:?}");
    }
    panic!();
}
