import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timeFormatOf, timeText } from './excel-times.ts'

test('numbers of Excel are read as their format shows them', () => {
  const cases: [number: number, code: string, text: string | null][] = [
    [46_356, 'yyyy\\-mm\\-dd', '2026-11-30'],
    [46_356.5, 'd.m.yy', '2026-11-30T12:00:00'],
    [46_356.573_055_555_56, 'yyyy-mm-dd hh:mm:ss', '2026-11-30T13:45:12'],
    [46_356.573_059_548_61, 'hh:mm:ss.000 yyyy', '2026-11-30T13:45:12.345'],
    [0.270_833_333_333_333_3, 'h:mm AM/PM', '06:30:00'],
    [0.5, 'yyyy-mm-dd hh:mm', '12:00:00'],
    [46_356.5, 'hh:mm', '2026-11-30T12:00:00'],
    [1.25, '[h]:mm:ss', '30:00:00'],
    [-0.5, '[hh]:mm', '-12:00:00'],
    [0.001_447_916_666_666_666_8, '[mm]:ss.000', '00:02:05.100'],
    [1, 'yyyy-mm-dd', '1900-01-01'],
    [59, 'yyyy-mm-dd', '1900-02-28'],
    [61, 'yyyy-mm-dd', '1900-03-01'],
    [9e99, 'yyyy-mm-dd', null],
    [9e99, '[h]:mm', null],
  ]
  for (const [number, code, text] of cases)
    assert.equal(timeText(number, timeFormatOf(code)!, false), text, `${number} ${code}`)
  assert.equal(timeText(0, 'date', true), '1904-01-01')
  assert.equal(timeText(0.5, 'date and time', true), '1904-01-01T12:00:00')
})

test('formats of numbers are no times', () => {
  for (const code of ['General', '0.00E+00', '#,##0 "days"', '[Red]-0.0', '\\d0', '[$-409]0'])
    assert.equal(timeFormatOf(code), null, code)
  assert.equal(timeFormatOf('[$-409]mmm yyyy'), 'date')
})
