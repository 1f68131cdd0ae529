// node size.mjs DIR: what a reader downloads, file by file, in bytes: raw, gzip, brotli.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const [dir] = process.argv.slice(2);
const files = readdirSync(dir, { recursive: true }).filter((name) => statSync(join(dir, name)).isFile()).sort();
const rows = files.map((name) => {
  const content = readFileSync(join(dir, name));
  return [name, content.length, gzipSync(content, { level: 9 }).length, brotliCompressSync(content).length];
});
const sum = (column) => rows.reduce((total, row) => total + row[column], 0);
rows.push([`${dir}/`, sum(1), sum(2), sum(3)]);

const width = Math.max(...rows.map(([name]) => name.length));
const line = ([name, ...cells]) => name.padEnd(width) + cells.map((cell) => String(cell).padStart(10)).join('');
console.log([['', 'raw', 'gzip', 'brotli'], ...rows].map(line).join('\n'));
