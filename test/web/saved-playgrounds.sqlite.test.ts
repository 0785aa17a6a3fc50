import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from '@playwright/test'
import { endpoints } from '../../src/contract/index.ts'
import type { RunWorld } from '../journeys/support/running.ts'
import { assertAccessible } from './accessible.ts'
import { startWorldAndBrowser } from './app-and-browser.ts'
import { compose } from './compose.ts'

const path = endpoints.createPlayground.path

describe('saved playgrounds', () => {
  let world: RunWorld
  const { openAt } = startWorldAndBrowser((started) => ({ world } = started))

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  const choose = async (page: Page, name: string) => {
    await press(page, 'More for this playground')
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  const variant = (page: Page, letter: string) => page.getByRole('region', { name: `Variant ${letter}` })
  const isSaved = (page: Page) => page.getByRole('status').getByText('Saved').waitFor()
  const idOf = (page: Page) => Number(new URL(page.url()).searchParams.get('id'))
  const stored = async (id: number) => (await world.api.get(`${path}/${id}`)).body.playground

  it('move from the browser to the server with their answers, are saved as they change, and are found again', async () => {
    const page = await openAt('/playground')
    await compose(variant(page, 'A'), 'User message 2', 'Greet {name}.')
    await page.getByRole('textbox', { name: 'name' }).fill('Ada')
    await page.keyboard.press('Control+Enter')
    await page.getByText('You said: Greet Ada.').waitFor()
    await press(page, 'Save')
    await page.getByRole('dialog').getByLabel('Name').fill('Greetings')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Greetings', exact: true }).waitFor()
    await page.getByText('You said: Greet Ada.').waitFor()
    const id = idOf(page)
    assert.equal((await stored(id)).updated_by.name, 'Ada')
    await press(page, 'Add variant')
    await compose(variant(page, 'B'), 'User message 2', 'Hello {name}!')
    await page.getByRole('status').getByText('Saving…').waitFor()
    await isSaved(page)
    assert.equal((await stored(id)).variant_count, 2)
    await page.reload()
    await variant(page, 'B').getByText('Hello {name}!').waitFor()
    await choose(page, 'Copy link')
    assert.equal(await page.evaluate<string>('navigator.clipboard.readText()'), page.url())
    await choose(page, 'Duplicate')
    await page.getByRole('heading', { name: 'Greetings (copy)', exact: true }).waitFor()
    await choose(page, 'Rename')
    await page.getByRole('dialog').getByLabel('Name').fill('Farewells')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Farewells', exact: true }).waitFor()
    await page.getByRole('link', { name: 'Playgrounds', exact: true }).click()
    await page.getByLabel('Find playgrounds').fill('fare')
    await page.getByRole('link', { name: 'Greetings', exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Farewells', exact: true }).click()
    await choose(page, 'Delete')
    await page.getByRole('dialog').getByRole('textbox').fill('Farewells')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('link', { name: 'Greetings', exact: true }).waitFor()
    await page.goto('/playground')
    await variant(page, 'A').getByText('{question}').waitFor()
  })

  it('ask before a change replaces that of another person, and show changes of others if there are no unsaved changes', async () => {
    const { body } = await world.api.post(path, endpoints.createPlayground.example.body)
    const { id, content } = body.playground
    const page = await openAt(`/playground?id=${id}`, { expects: /./ })
    await variant(page, 'A').getByText('Answer {question} briefly.').waitFor()
    const renamed = await world.api.patch(`${path}/${id}`, { base_version: 1, name: 'Renamed elsewhere' })
    assert.equal(renamed.status, 200)
    await page.getByRole('heading', { name: 'Renamed elsewhere', exact: true }).waitFor()

    await page.route('**/playgrounds/*', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )
    await page.getByRole('textbox', { name: 'question' }).fill('Mine?')
    await page.getByText(/^Not saved, kept in this browser/).waitFor()
    await page.reload()
    await page.getByText(/^Not saved, kept in this browser/).waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'question' }).inputValue(), 'Mine?')
    const cases = [{ values: { question: 'Theirs?' } }]
    const theirs = await world.api.patch(`${path}/${id}`, { base_version: 2, content: { ...content, cases } })
    assert.equal(theirs.status, 200)
    await page.unroute('**/playgrounds/*')
    await page.getByRole('button', { name: 'Replace with mine' }).waitFor()
    await assertAccessible(page)
    assert.equal((await stored(id)).content.cases[0].values.question, 'Theirs?')
    await press(page, 'Replace with mine')
    await isSaved(page)
    assert.equal((await stored(id)).content.cases[0].values.question, 'Mine?')
    await world.api.delete(`${path}/${id}`)
    await page.getByText('This playground was deleted.').waitFor()
    await press(page, 'Save as a new playground')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await isSaved(page)
    assert.notEqual(idOf(page), id)
    await page.goto(`/playground?id=${id}`)
    await page.getByRole('link', { name: 'Back to playgrounds', exact: true }).waitFor()
  })
})
