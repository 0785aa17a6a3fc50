import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'

export const script =
  '<img src=x onerror="document.title=`run`"><script>document.title="run"</script><svg onload=alert(1)>'
export const turned = '\u202eesrever \u2066\u2067 \u202b'
export const line = 'x'.repeat(1_000_000)
export const hostile = `${script} ${turned}`

/** Asserts that no script ran, that no element is wider than the window, and that the frame has not moved. */
export async function assertCalm(page: Page) {
  assert.notEqual(await page.title(), 'run')
  const { wide, tall, navigation } = await page.evaluate<{
    wide: number
    tall: number
    navigation: unknown
  }>(`(() => {
    const { scrollWidth, scrollHeight } = document.documentElement
    const box = document.querySelector('nav').getBoundingClientRect()
    return {
      wide: scrollWidth - innerWidth,
      tall: scrollHeight - innerHeight,
      navigation: [box.left, box.width, box.height === innerHeight],
    }
  })()`)
  assert.deepEqual([wide <= 0, tall <= 0, navigation], [true, true, [0, 208, true]])
  assert.equal(await page.locator('main script, main svg[onload], main img[src=x]').count(), 0)
}
