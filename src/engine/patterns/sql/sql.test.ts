import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSql } from './index.ts'

const validTexts = [
  'SELECT 1',
  'select * from users',
  'SELECT a, b AS c, t.* FROM t;',
  'SELECT DISTINCT a FROM t WHERE b = 1 AND NOT c IS NULL OR d IN (1, 2)',
  'SELECT count(*) FILTER (WHERE a > 1) OVER (PARTITION BY b ORDER BY c ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM t',
  "SELECT a FROM t JOIN u ON t.id = u.id LEFT JOIN v USING (id) WHERE t.a BETWEEN 1 AND 2 AND u.b LIKE 'x%'",
  'SELECT (SELECT max(a) FROM u WHERE u.id = t.id) FROM t GROUP BY 1 HAVING count(*) > 1 ORDER BY 1 DESC NULLS LAST LIMIT 10 OFFSET 5',
  'WITH a AS (SELECT 1 AS x), b (y) AS (SELECT 2) SELECT * FROM a CROSS JOIN b',
  'SELECT 1 UNION ALL (SELECT 2) EXCEPT SELECT 3',
  "SELECT CASE WHEN a = 1 THEN 'x' ELSE 'y' END, CASE a WHEN 1 THEN 2 END FROM t",
  "SELECT CAST(a AS DECIMAL(10, 2)), a::text[], EXTRACT(year FROM d), d + INTERVAL '1' DAY FROM t",
  "SELECT DATE '2024-01-01', substring(a FROM 1 FOR 2), trim(BOTH ' ' FROM a), position('x' IN a) FROM t",
  "SELECT a->>'b', a #> '{c}', ARRAY[1, 2][1], left(a, 2) FROM t",
  'SELECT * FROM (SELECT a FROM t) AS s, LATERAL f(s.a) g (x)',
  'SELECT * FROM t WHERE EXISTS (SELECT 1 FROM u) AND a = ANY (SELECT b FROM v)',
  'SELECT * FROM t WHERE a = ? AND b = $1 AND c = :name AND d = %s',
  "INSERT INTO t (a, b) VALUES (1, 'it''s'), (2, DEFAULT) ON CONFLICT (a) DO UPDATE SET b = excluded.b RETURNING id",
  'INSERT INTO t SELECT * FROM u',
  'UPDATE t SET a = 1, b = b + 1 WHERE id = 3',
  'DELETE FROM t WHERE a IS NOT NULL',
  "CREATE TABLE IF NOT EXISTS t (id INTEGER PRIMARY KEY, a VARCHAR(10) NOT NULL DEFAULT 'x')",
  'CREATE VIEW v AS SELECT 1',
  'DROP TABLE IF EXISTS a, b CASCADE',
  'ALTER TABLE t ADD COLUMN a INT',
  'BEGIN; UPDATE t SET a = 1; COMMIT;',
  'SELECT `a`, "b" FROM `d`.`t` -- the end',
  'SELECT /* x */ TOP 5 a FROM t',
  'EXPLAIN ANALYZE SELECT 1',
  'SELECT year, date, name, status FROM t',
]

const invalidTexts = [
  '',
  ';',
  'hello',
  'SELECT',
  'SELECT FROM t',
  'SELECT a FROM',
  'SELECT a, FROM t',
  'SELECT a b c FROM t',
  'SELECT * FROM t WHERE',
  'SELECT * FROM t WHERE a =',
  'SELECT * FROM t GROUP a',
  'SELECT (1',
  'SELECT 1)',
  "SELECT 'a",
  'SELECT * FROM t JOIN',
  'SELECT * FORM t WHERE a',
  'SELECT 1 SELECT 2',
  'SELECT CASE WHEN 1 THEN 2 FROM t',
  'SELECT a BETWEEN 1 FROM t',
  'INSERT t (a) VALUES (1)',
  'INSERT INTO t (a) VALUES',
  'UPDATE t a = 1',
  'DELETE t WHERE a = 1',
  'CREATE TABLE t ()',
  'DROP TABLE',
  'Here is your query: SELECT 1',
  '```sql\nSELECT 1\n```',
]

for (const text of validTexts) test(`SQL: ${text}`, () => assert.equal(isSql(text), true))
for (const text of invalidTexts) test(`no SQL: ${text}`, () => assert.equal(isSql(text), false))

test('deep nesting is reported as too large', () => {
  assert.equal(isSql(`SELECT ${'('.repeat(1_000)}1${')'.repeat(1_000)}`), 'too-large')
  assert.equal(isSql(`SELECT ${'CASE WHEN '.repeat(10_000)}`), 'too-large')
  assert.equal(isSql(`SELECT '${'x'.repeat(200_000)}'`), 'too-large')
})
