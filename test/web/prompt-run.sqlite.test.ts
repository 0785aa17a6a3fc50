import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from '@playwright/test'
import { gpt, type RunWorld, startRunWorld } from '../journeys/support/running.ts'
import { chat, user } from '../journeys/support/templates.ts'
import { startApp } from '../kit/app.ts'
import { assertAccessible } from './accessible.ts'
import { openBrowser, openTab } from './browser.ts'
import { compose } from './compose.ts'

const text = (value: string) => [{ type: 'text', text: value }]

describe('running the edited template', () => {
  let world: RunWorld
  let browser: Browser
  before(async () => {
    world = await startRunWorld({ allow: ['127.0.0.1'] })
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    await world.close()
  })

  const publish = async (name: string, user: string, more: object = {}): Promise<number> => {
    const { status, body } = await world.api.post('/rest/prompt-templates', {
      prompt_template: { prompt_name: name },
      prompt_version: {
        prompt_template: {
          type: 'chat',
          messages: [
            { role: 'system', content: text('You help.') },
            { role: 'user', content: text(user) },
          ],
        },
        metadata: { model: { provider: 'openai', name: 'gpt-4o-mini', parameters: { temperature: 0.2 } } },
        ...more,
      },
    })
    assert.ok(status < 300, JSON.stringify(body))
    return body.id
  }
  const drawerOf = (page: Page) => page.getByRole('region', { name: 'Run', exact: true })
  const answerOf = (page: Page) => drawerOf(page).getByRole('region', { name: 'Answer' })

  it('a new prompt begins with a model that can be run, and with an example if one is chosen', async () => {
    const { page, complaints } = await openTab(browser, world.app)
    await page.goto('/prompts/new?name=sorted')
    await page.getByRole('combobox', { name: 'Model' }).getByText('gpt-4o-mini').waitFor()
    const examples = page.getByRole('region', { name: 'Start with an example' })
    await examples.waitFor()
    await assertAccessible(page)
    await examples.getByRole('button', { name: /^Classify/ }).click()
    await examples.waitFor({ state: 'detached' })
    await page.getByLabel('Value of message').fill('Where is my tent?')
    await page.keyboard.press('Control+Enter')
    await answerOf(page).getByText('tokens').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByRole('dialog').getByRole('button', { name: 'Save version' }).click()
    await page.getByText('sorted saved as v1').waitFor()
    const { body } = await world.api.get('/prompt-templates/sorted')
    const format = body.metadata.model.parameters.response_format.json_schema
    assert.deepEqual(format.schema.required, ['reason', 'category'])
    assert.deepEqual(body.prompt_template.input_variables, ['message'])
    assert.deepEqual(complaints, [])
  })

  it('asks for missing values, runs the unsaved draft, and keeps the answer through a save', async () => {
    const name = 'run'
    const id = await publish(name, 'Greet {customer}')
    const { page, complaints } = await openTab(browser, world.app)
    await page.goto(`/prompts/${id}`)
    await page.getByRole('textbox', { name: 'User message 2' }).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' in {language}')
    await page.getByText('Unsaved changes').waitFor()
    await page.keyboard.press('Control+Enter')
    const drawer = drawerOf(page)
    await drawer.getByText('draft on v1').waitFor()
    await drawer.getByText('Not run yet.').waitFor()
    await assertAccessible(page)
    await drawer.getByRole('textbox', { name: 'customer', exact: true }).fill('Ada')
    await drawer.getByRole('textbox', { name: 'language', exact: true }).fill('Norwegian')
    await page.keyboard.press('Control+Enter')
    await answerOf(page).getByText('You said: Greet Ada in Norwegian').waitFor()
    for (const fact of ['latency', 'tokens', 'cost']) await answerOf(page).getByText(fact).waitFor()
    await assertAccessible(page)
    const call = world.openAi.calls.at(-1)!.body as { messages: unknown[]; temperature: number }
    assert.equal(call.temperature, 0.2)
    assert.match(JSON.stringify(call.messages), /Greet Ada in Norwegian/)
    await page.keyboard.press('Control+s')
    await page.getByLabel('What changed').fill('A language')
    await page.keyboard.press('Enter')
    await page.getByText('v2 saved').waitFor()
    await answerOf(page).getByText('You said: Greet Ada in Norwegian').waitFor()
    await drawer.getByText('v2', { exact: true }).waitFor()
    await answerOf(page)
      .getByRole('link', { name: /^Request \d+$/ })
      .click()
    await page.getByRole('complementary', { name: /^Request \d+$/ }).waitFor()
    assert.deepEqual(complaints, [])
  })

  it('takes values from a set and from a recent request, and keeps them as a set; lists are JSON', async () => {
    const id = await publish('lists', 'Greet {customer} about {items}')
    const { page, complaints } = await openTab(browser, world.app)
    await page.goto(`/prompts/${id}?run=true`)
    const drawer = drawerOf(page)
    const field = (name: string) => drawer.getByRole('textbox', { name, exact: true })
    await field('customer').fill('Grace')
    await drawer.getByRole('button', { name: 'items is JSON' }).click()
    await field('items').fill('["tea", ')
    await drawer.getByText(/JSON at position|Unexpected end/).waitFor()
    assert.ok(await drawer.getByRole('button', { name: 'Run', exact: true }).isDisabled())
    await assertAccessible(page)
    await field('items').fill('["tea", 2]')
    await drawer.getByRole('button', { name: 'Run', exact: true }).click()
    await answerOf(page).getByText('You said: Greet Grace about').waitFor()
    await drawer.getByRole('button', { name: 'Values from…' }).click()
    await page.getByRole('menuitem', { name: 'Save these values as a set' }).waitFor()
    await assertAccessible(page)
    await page.getByRole('menuitem', { name: 'Save these values as a set' }).click()
    await page.getByLabel('Name').fill('Grace with tea')
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Save set' }).click()
    await page.getByText('Grace with tea saved').waitFor()
    const { body } = await world.api.get('/api/public/v2/input-variable-sets')
    const set = await world.api.get(`/api/public/v2/input-variable-sets/${body.input_variable_sets[0].id}`)
    assert.deepEqual(set.body.input_variable_set.variables, { customer: 'Grace', items: ['tea', 2] })
    await field('customer').fill('Somebody else')
    await drawer.getByRole('button', { name: 'Values from…' }).click()
    await page.getByRole('menuitem', { name: 'Grace with tea' }).click()
    await page.getByText('2 of 2 values taken from Grace with tea').waitFor()
    assert.equal(await field('customer').inputValue(), 'Grace')
    await field('customer').fill('Somebody else')
    await page.reload()
    await drawer.getByRole('button', { name: 'Values from…' }).click()
    await page.getByRole('menuitem', { name: /^Request \d+/ }).click()
    await page.getByText(/2 of 2 values taken from request/).waitFor()
    assert.equal(await field('customer').inputValue(), 'Grace')
    assert.deepEqual(JSON.parse(await field('items').inputValue()), ['tea', 2])
    assert.deepEqual(complaints, [])
  })

  it("shows the provider's refusal, links the call in the log, and can be cancelled", async () => {
    const id = await publish('troubles', 'Say {what}')
    const { page } = await openTab(browser, world.app)
    await page.goto(`/prompts/${id}?run=true`)
    const drawer = drawerOf(page)
    const variable = drawer.getByRole('textbox', { name: 'what', exact: true })
    await variable.fill('[fault bad_key] hello')
    await page.keyboard.press('Control+Enter')
    const problem = answerOf(page).getByRole('alert')
    await problem.waitFor()
    await problem.getByText('OpenAI refused the key.').waitFor()
    await problem.getByRole('link', { name: 'Open provider keys' }).waitFor()
    await problem.getByRole('link', { name: /^Request \d+$/ }).waitFor()
    await assertAccessible(page)
    await variable.fill('[fault stall_in_answer] hello')
    await page.keyboard.press('Control+Enter')
    await drawer.getByRole('button', { name: 'Stop' }).click()
    await answerOf(page).getByText('Stopped.').waitFor()
    await variable.fill('better')
    await drawer.getByRole('button', { name: 'Run', exact: true }).click()
    await answerOf(page).getByText('You said: Say better').waitFor()
  })

  it('says that a placeholder takes a list of messages, and gives an example', async () => {
    const prompt_version = {
      prompt_template: chat({ role: 'placeholder', name: 'history' }, user('And {city}?')),
      metadata: gpt(),
    }
    const published = { prompt_template: { prompt_name: 'with history' }, prompt_version }
    const { id } = (await world.api.post('/rest/prompt-templates', published)).body
    const { page, complaints } = await openTab(browser, world.app)
    await page.goto(`/prompts/${id}`)
    const history = page.getByRole('textbox', { name: 'history' }).first()
    await page.getByText('A JSON list of messages.').waitFor()
    await history.fill('{"role": "user"}')
    await page.getByText('The placeholder needs a list').waitFor()
    await history.fill('')
    await page.getByRole('button', { name: 'Example for history' }).click()
    await page.getByLabel('Value of city').fill('Oslo')
    await assertAccessible(page)
    await page.keyboard.press('Control+Enter')
    await answerOf(page).getByText('You said:').waitFor()
    const { messages } = world.openAi.lastCall().body as { messages: { role: string }[] }
    assert.deepEqual(
      messages.map(({ role }) => role),
      ['user', 'assistant', 'user'],
    )
    await page.reload()
    await page.getByRole('textbox', { name: 'history' }).first().fill('')
    await page.getByRole('button', { name: 'No messages for history' }).first().click()
    await page.keyboard.press('Control+Enter')
    await answerOf(page).getByText('You said: And Oslo?').waitFor()
    assert.deepEqual(complaints, [])
  })

  it('continues in the playground, with a button back', async () => {
    const id = await publish('onward', 'Tell {name} why')
    const { page, complaints } = await openTab(browser, world.app)
    await page.goto('/playground')
    await compose(page.getByRole('region', { name: 'Variant A' }), 'User message 2', 'What was here')
    await page.goto(`/prompts/${id}?run=true`)
    await drawerOf(page).getByRole('textbox', { name: 'name', exact: true }).fill('Ada')
    await drawerOf(page).getByRole('button', { name: 'Open in playground' }).click()
    const variant = page.getByRole('region', { name: 'Variant B' })
    await variant.getByText('onward').waitFor()
    await variant.getByText('Tell {name} why').waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByText('You said: Tell Ada why').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await variant.waitFor({ state: 'detached' })
    await page.getByRole('region', { name: 'Variant A' }).getByText('What was here').waitFor()
    assert.deepEqual(complaints, [])
  })

  it('keeps the connection of a version when its draft runs and is saved', async () => {
    const created = await world.api.post('/api/public/v2/connections', {
      name: 'our gateway',
      provider: 'openai',
      api_key: 'sk-of-the-gateway',
      base_url: world.openAi.baseUrl,
    })
    assert.equal(created.status, 201, JSON.stringify(created.body))
    const id = await publish('over the gateway', 'Hello', { provider_base_url_name: 'our gateway' })
    const { page, complaints } = await openTab(browser, world.app)
    await page.goto(`/prompts/${id}`)
    await page.getByRole('textbox', { name: 'User message 2' }).click()
    await page.keyboard.type('Oh! ')
    await page.getByText('Unsaved changes').waitFor()
    await page.keyboard.press('Control+Enter')
    await answerOf(page).getByText('You said:').waitFor()
    const { authorization } = world.openAi.calls.at(-1)!.headers
    assert.equal(authorization, 'Bearer sk-of-the-gateway')
    await page.keyboard.press('Control+s')
    await page.getByLabel('What changed').fill('Oh')
    await page.keyboard.press('Enter')
    await page.getByText('v2 saved').waitFor()
    const { body } = await world.api.post(`/prompt-templates/${id}`, {})
    assert.equal(body.version, 2)
    assert.equal(body.provider_base_url?.name, 'our gateway')
    assert.deepEqual(complaints, [])
  })

  it('runs drafts and variants with the key that their version names', async () => {
    const connection = { name: 'key of the team', provider: 'openai', api_key: 'sk-of-the-team' }
    assert.equal((await world.api.post('/api/public/v2/connections', connection)).status, 201)
    const id = await publish('with a key', 'Hello', { provider_base_url_name: connection.name })
    const lastKey = () => world.openAi.calls.at(-1)!.headers.authorization
    const { page, complaints } = await openTab(browser, world.app)
    await page.goto(`/prompts/${id}`)
    await page.getByRole('textbox', { name: 'User message 2' }).click()
    await page.keyboard.type('Oh! ')
    await page.getByText('Unsaved changes').waitFor()
    await page.keyboard.press('Control+Enter')
    await answerOf(page).getByText('You said:').waitFor()
    assert.equal(lastKey(), 'Bearer sk-of-the-team')
    await page.keyboard.press('Control+s')
    await page.getByLabel('What changed').fill('Oh')
    await page.keyboard.press('Enter')
    await page.getByText('v2 saved').waitFor()
    const { body } = await world.api.get(`/prompt-templates/${id}`)
    assert.deepEqual([body.version, body.provider_base_url_name], [2, connection.name])
    await page.goto('/playground')
    await page.getByRole('button', { name: 'Open prompt' }).click()
    await page.getByRole('dialog').getByLabel('Find prompts').fill('with a key')
    await page.getByRole('button', { name: /^Open with a key latest/ }).click()
    await page.getByText('with a key v2', { exact: true }).waitFor()
    const earlier = world.openAi.calls.length
    await page.keyboard.press('Control+Enter')
    const answer = page.getByText('You said:').first()
    await answer.waitFor()
    assert.equal(world.openAi.calls.length, earlier + 1)
    assert.equal(lastKey(), 'Bearer sk-of-the-team')
    await page.getByRole('button', { name: 'More for this playground' }).click()
    await page.getByRole('menuitem', { name: 'Make a table' }).click()
    await page.getByRole('button', { name: 'Make table' }).click()
    await page.getByRole('heading', { name: 'with a key', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('button', { name: /^Run 1 cell/ }).click()
    await page.getByRole('gridcell').getByText('You said:').waitFor()
    assert.equal(world.openAi.calls.length, earlier + 2)
    assert.equal(lastKey(), 'Bearer sk-of-the-team')
    assert.deepEqual(complaints, [])
  })

  it('runs and saves the version with the key that is chosen in the editor', async () => {
    const [first, second] = await Promise.all(
      ['sk-key-one', 'sk-key-two'].map(async (api_key) => {
        const key = { name: api_key.slice(3), provider: 'openai', api_key, base_url: world.openAi.baseUrl }
        return (await world.api.post('/api/public/v2/connections', key)).body.connection as { id: number }
      }),
    )
    assert.ok(first && second)
    const id = await publish('chosen key', 'Hello')
    const lastKey = () => world.openAi.calls.at(-1)!.headers.authorization
    const { page, complaints } = await openTab(browser, world.app)
    await page.goto(`/prompts/${id}`)
    const key = page.getByRole('combobox', { name: 'Provider key' })
    const choose = async (name: string) => {
      await key.click()
      await page.getByRole('option', { name, exact: true }).click()
    }
    await choose('key-two')
    await assertAccessible(page)
    await page.getByText('Unsaved changes').waitFor()
    await page.keyboard.press('Control+Enter')
    await answerOf(page).getByText('You said:').waitFor()
    assert.equal(lastKey(), 'Bearer sk-key-two')
    await page.keyboard.press('Control+s')
    await page.getByRole('dialog').getByText('Provider key: Default → key-two').waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Enter')
    await page.getByText('v2 saved').waitFor()
    const read = async () => (await world.api.get(`/prompt-templates/${id}`)).body
    assert.equal((await read()).provider_id, second.id)
    await choose('Default')
    await page.keyboard.press('Control+s')
    await page.getByRole('dialog').getByText('Provider key: key-two → Default').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('v3 saved').waitFor()
    const { version, provider_id } = await read()
    assert.deepEqual([version, provider_id], [3, null])
    assert.deepEqual(complaints, [])
  })

  it('keeps the connection when the playground saves a version, and names a later version', async () => {
    const { baseUrl: base_url } = world.openAi
    const connection = { name: 'their gateway', provider: 'openai', api_key: 'sk-1', base_url }
    assert.equal((await world.api.post('/api/public/v2/connections', connection)).status, 201)
    const published = { provider_base_url_name: connection.name }
    const id = await publish('played', 'Hello', published)
    const { page, complaints } = await openTab(browser, world.app)
    await page.goto('/playground')
    await page.getByRole('button', { name: 'Open prompt' }).click()
    await page.getByRole('dialog').getByLabel('Find prompts').fill('played')
    await page.getByRole('button', { name: /^Open played latest/ }).click()
    await page.getByText('played v1', { exact: true }).waitFor()
    await publish('played', 'Hello again', published)
    await page.getByRole('button', { name: 'More for variant A' }).click()
    await page.getByRole('menuitem', { name: 'Save as version' }).click()
    await page.getByText('v2 is the latest version. This variant began with v1').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Save version' }).click()
    await page.getByText('played saved as v3').waitFor()
    await page.getByText('played v3', { exact: true }).waitFor()
    const { body } = await world.api.post(`/prompt-templates/${id}`, {})
    assert.deepEqual([body.version, body.provider_base_url?.name], [3, connection.name])
    assert.deepEqual(complaints, [])
  })
})

it('says before a run that the workspace has no key of the provider', async () => {
  const app = await startApp()
  const browser = await openBrowser()
  try {
    const { status, body } = await app.api.post('/rest/prompt-templates', {
      prompt_template: { prompt_name: 'without a key' },
      prompt_version: {
        prompt_template: { type: 'chat', messages: [{ role: 'user', content: text('Hello') }] },
        metadata: { model: { provider: 'mistral', name: 'mistral-small-latest', parameters: {} } },
      },
    })
    assert.ok(status < 300, JSON.stringify(body))
    const { page, complaints } = await openTab(browser, app)
    await page.goto(`/prompts/${body.id}`)
    await page.getByText('Galley has no key of Mistral to run this model.').waitFor()
    await assertAccessible(page)
    await page.getByRole('link', { name: 'Provider keys' }).click()
    await page.getByRole('heading', { name: 'Provider keys' }).waitFor()
    assert.deepEqual(complaints, [])
  } finally {
    await browser.close()
    await app.close()
  }
})
