import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { logCall } from '../journeys/support/requests.ts'
import { gpt, type RunWorld } from '../journeys/support/running.ts'
import { chat, user } from '../journeys/support/templates.ts'
import { until } from '../kit/until.ts'
import { assertAccessible } from './accessible.ts'
import { startWorldAndBrowser } from './app-and-browser.ts'
import { compose } from './compose.ts'
import { undo } from './locators.ts'

describe('the playground', () => {
  let world: RunWorld
  const { openAt, openPage, openTab } = startWorldAndBrowser((started) => ({ world } = started))

  it('begins with an example that runs at once, and a prompt takes its place', async () => {
    const prompt_version = { prompt_template: chat(user('Thank {guest}.')), metadata: gpt() }
    const published = { prompt_template: { prompt_name: 'thanks' }, prompt_version }
    assert.equal((await world.api.post('/rest/prompt-templates', published)).status, 200)
    const page = await openAt('/playground')
    const starts = page.getByRole('region', { name: 'Start with' })
    await starts.waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByText('You said: Why is the sky blue?').waitFor()
    await page.reload()
    await starts.getByRole('button', { name: 'A prompt' }).click()
    await page.getByRole('dialog').getByLabel('Find prompts').fill('thanks')
    await page.getByRole('button', { name: /^Open thanks/ }).click()
    await page.getByRole('region', { name: 'Variant A' }).getByText('thanks v1').waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'guest' }).inputValue(), '')
    assert.deepEqual(
      [await starts.count(), await page.getByRole('region', { name: 'Variant B' }).count()],
      [0, 0],
    )
  })

  it('sends the value of the example only to texts with its variable', async () => {
    const page = await openAt('/playground', { expects: /./ })
    await compose(page.getByRole('region', { name: 'Variant A' }), 'User message 2', 'Only words.')
    await page.getByText('No variables.').waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByText('You said: Only words.').waitFor()
    // The answer is shown while it arrives; its request is stored afterwards.
    const search = { q: 'Only words' }
    const [sent] = await until(
      async () => (await world.api.post('/api/public/v2/requests/search', search)).body.items,
      (items) => items.length === 1,
    )
    const request = await world.api.get(`/api/public/v2/requests/${sent.id}`)
    assert.deepEqual(request.body.prompt_input_variables ?? {}, {})
  })

  it('tries two variants against two cases and saves the winner', async () => {
    const page = await openAt('/playground')
    const first = page.getByRole('region', { name: 'Variant A' })
    await compose(first, 'User message 2', 'Greet {name} in {language}.')
    await page.getByRole('button', { name: 'Add variant' }).click()
    await compose(page.getByRole('region', { name: 'Variant B' }), 'User message 2', 'Hi {name}!')
    await page.getByRole('button', { name: 'Add case' }).click()
    const cases = ['Ada', 'Grace'].entries()
    for (const [index, name] of cases) {
      const one = page.getByRole('region', { name: `Case ${index + 1}`, exact: true })
      await one.getByRole('textbox', { name: 'name' }).fill(name)
      await one.getByRole('textbox', { name: 'language' }).fill('Norwegian')
    }
    await page.keyboard.press('Control+Enter')
    for (const [answer, text] of [
      ['Answer of A to case 1', 'You said: Greet Ada in Norwegian.'],
      ['Answer of B to case 1', 'You said: Hi Ada!'],
      ['Answer of A to case 2', 'You said: Greet Grace in Norwegian.'],
      ['Answer of B to case 2', 'You said: Hi Grace!'],
    ] as const) {
      const cell = page.getByRole('region', { name: answer })
      await cell.getByText(text).waitFor()
      await cell.getByText('tokens').waitFor()
    }
    await assertAccessible(page)
    await page.getByRole('button', { name: 'More for variant B' }).click()
    await page.getByRole('menuitem', { name: 'Save as version' }).click()
    await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('winner')
    await page.getByRole('button', { name: 'Save version' }).click()
    await page.getByText('winner saved').waitFor()
    const saved = await world.api.get('/prompt-templates/winner')
    assert.equal(saved.status, 200)
    await page.reload()
    await page.getByRole('region', { name: 'Variant B' }).getByText('Hi {name}!').waitFor()

    await page.getByRole('button', { name: 'More for this playground' }).click()
    await page.getByRole('menuitem', { name: 'Make a table' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('tried')
    await page.getByRole('button', { name: 'Make table' }).click()
    await page.getByRole('heading', { name: 'tried', level: 1 }).waitFor()
    const at = (row: number, column: number) => page.locator(`[data-row="${row}"][data-column="${column}"]`)
    await page.locator('[data-head="3"]').getByText('Answer B').waitFor()
    await at(1, 0).getByText('Grace').waitFor()
    await at(1, 1).getByText('Norwegian').waitFor()
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('button', { name: /^Run 4 cells/ }).click()
    await at(0, 2).getByText('You said: Greet Ada in Norwegian.').waitFor()
    await at(1, 3).getByText('You said: Hi Grace!').waitFor()
  })

  it('shows the last answers with their scores when it is opened again, and marks those of an earlier prompt or value', async () => {
    const { page } = await openTab()
    const variant = page.getByRole('region', { name: 'Variant A' })
    const answer = (number: number) =>
      page.getByRole('region', { name: `Answer of A to case ${number}`, exact: true })
    const value = (number: number) =>
      page.getByRole('region', { name: `Case ${number}`, exact: true }).getByRole('textbox', { name: 'name' })
    const reopen = async () => {
      await page.getByRole('link', { name: 'Prompts', exact: true }).click()
      await page.getByRole('heading', { name: 'Prompts', level: 1 }).waitFor()
      await page.getByRole('link', { name: 'Playground', exact: true }).click()
    }
    await page.goto('/playground')
    await compose(variant, 'User message 2', 'Greet {name}.')
    await value(1).fill('Ada')
    await page.getByRole('button', { name: 'Add case' }).click()
    await value(2).fill('Grace')
    await page.getByRole('button', { name: 'Add scorer' }).click()
    await page.getByRole('dialog').getByLabel('Text', { exact: true }).fill('Ada')
    await page.getByRole('dialog').getByLabel('Name').fill('Names Ada')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.keyboard.press('Control+Enter')
    const rates = page.getByRole('list', { name: 'Pass rates of A' })
    await rates.getByText('1 of 2').waitFor()
    assert.equal(
      await answer(1)
        .getByText(/^Answered/)
        .count(),
      0,
    )
    await reopen()
    await answer(1).getByText('Answered just now').waitFor()
    await answer(2).getByText('You said: Greet Grace.').waitFor()
    await rates.getByText('1 of 2').waitFor()
    assert.equal(await page.getByText('Stale').count(), 0)

    await value(2).fill('Grace Hopper')
    await answer(2).getByText('Stale').waitFor()
    await rates.getByText('1 of 1').waitFor()
    assert.equal(await answer(1).getByText('Stale').count(), 0)
    await assertAccessible(page)
    await page.reload()
    await answer(2).getByText('Stale').waitFor()
    await answer(1)
      .getByText(/^Answered/)
      .waitFor()
    await compose(variant, 'User message 2', 'Thank {name}.')
    await answer(1).getByText('Stale').waitFor()
    await page.keyboard.press('Control+Enter')
    await answer(2).getByText('You said: Thank Grace Hopper.').waitFor()
    await page.getByText('Stale').waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Thanks')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Thanks', exact: true }).waitFor()
    await page.reload()
    await answer(2).getByText('You said: Thank Grace Hopper.').waitFor()
    await page.goto('/playground')
    await variant.getByText('{question}').waitFor()
    await answer(1).getByText('Not run yet.').waitFor()
    assert.equal(await page.getByText('Stale').count(), 0)
  })

  it('restores a removed variant and a removed case with their answer', async () => {
    const page = await openAt('/playground')
    await page.getByRole('button', { name: 'Add variant' }).click()
    await compose(page.getByRole('region', { name: 'Variant B' }), 'User message 2', 'Hi {name}!')
    await page.getByRole('button', { name: 'Add case' }).click()
    const value = page
      .getByRole('region', { name: 'Case 2', exact: true })
      .getByRole('textbox', { name: 'name' })
    await value.fill('Grace')
    await page.keyboard.press('Control+Enter')
    const answer = page.getByRole('region', { name: 'Answer of B to case 2' })
    await answer.getByText('You said: Hi Grace!').waitFor()
    await page.getByRole('button', { name: 'Remove case 2' }).click()
    await undo(page, 'Case 2 removed')
    assert.equal(await value.inputValue(), 'Grace')
    await page.getByRole('button', { name: 'More for variant B' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await undo(page, 'Variant B removed')
    await answer.getByText('You said: Hi Grace!').waitFor()
  })

  it('opens a prompt, compares two answers, and is passed on by a link', async () => {
    const { page, complaints } = await openPage()
    const prompt_version = {
      prompt_template: {
        type: 'chat',
        messages: [{ role: 'user', content: [{ type: 'text', text: 'Praise {thing}.' }] }],
      },
      metadata: gpt(),
    }
    const published = { prompt_template: { prompt_name: 'praise' }, prompt_version, release_labels: ['prod'] }
    assert.equal((await world.api.post('/rest/prompt-templates', published)).status, 200)
    await page.goto('/playground')
    await page.getByRole('button', { name: 'Open prompt' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Find prompts').fill('prai')
    await dialog.getByRole('button', { name: 'Open praise prod v1' }).waitFor()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Open praise prod v1' }).click()
    await page.getByRole('region', { name: 'Variant A' }).getByText('praise v1').waitFor()
    await page.getByRole('button', { name: 'Add variant' }).click()
    await compose(page.getByRole('region', { name: 'Variant B' }), 'User message 1', 'Blame {thing}.')
    await page.getByRole('textbox', { name: 'thing' }).fill('the rain')
    await page.getByRole('button', { name: 'Run all' }).click()
    const variant = page.getByRole('region', { name: 'Variant B' })
    await page.getByRole('button', { name: 'Hide prompts' }).click()
    await variant.getByText(/praise v1.* · gpt-/).waitFor()
    assert.equal(await variant.getByRole('textbox').count(), 0)
    await page.getByRole('button', { name: 'Show prompts' }).click()
    await variant.getByText('Blame {thing}.').waitFor()
    await page.getByRole('button', { name: 'Compare answers' }).click()
    await page.getByRole('textbox', { name: 'Before' }).getByText('You said: Praise the rain.').waitFor()
    await page.getByRole('textbox', { name: 'After' }).getByText('You said: Blame the rain.').waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'More for this playground' }).click()
    await page.getByRole('menuitem', { name: 'Copy link' }).click()
    await page.getByText('Link copied').waitFor()
    const link = await page.evaluate<string>('navigator.clipboard.readText()')
    const { page: colleague } = await openPage()
    await colleague.goto(link)
    await colleague.getByText('Shared link opened').waitFor()
    const blame = colleague.getByRole('region', { name: 'Variant B' }).getByText('Blame {thing}.')
    await blame.waitFor()
    assert.equal(await colleague.getByRole('textbox', { name: 'thing' }).inputValue(), 'the rain')
    assert.equal(new URL(colleague.url()).hash, '')
    await colleague.getByRole('button', { name: 'Undo' }).click()
    await blame.waitFor({ state: 'detached' })
    await colleague.goto('/prompts')
    await colleague.goto(`${link.slice(0, -20)}`)
    await colleague.getByRole('heading', { name: /^The link is incomplete/ }).waitFor()
    assert.deepEqual(complaints, [])
  })

  it('adds an opened request beside the present variants and cases, with all its turns', async () => {
    const text = (value: string) => [{ type: 'text', text: value }]
    const turns = [
      { role: 'system', content: text('You help {company}.') },
      { role: 'user', content: text('An earlier question') },
      { role: 'assistant', content: text('An earlier answer') },
      { role: 'user', content: text('{question}') },
    ]
    const prompt_version = { prompt_template: { type: 'chat', messages: turns }, metadata: gpt() }
    const published = await world.api.post('/rest/prompt-templates', {
      prompt_template: { prompt_name: 'long talk' },
      prompt_version,
    })
    assert.equal(published.status, 200)
    const input_variables = { company: 'Acme', question: 'Why?' }
    const ran = await world.api.post('/api/public/v2/prompt-templates/run', {
      prompt_id: published.body.id,
      input_variables,
    })
    assert.equal(ran.status, 200, JSON.stringify(ran.body))
    const { page } = await openTab()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/playground')
    await compose(page.getByRole('region', { name: 'Variant A' }), 'User message 2', 'Mine about {topic}')
    await page.getByRole('textbox', { name: 'topic' }).fill('tea')
    await page.goto(`/playground?request=${ran.body.request_id}`)
    const added = page.getByRole('region', { name: 'Variant B' })
    await added.getByText('long talk v1').waitFor()
    for (const words of ['You help {company}.', 'An earlier question', 'An earlier answer', '{question}'])
      await added.getByText(words).waitFor()
    await page.getByRole('region', { name: 'Variant A' }).getByText('Mine about {topic}').waitFor()
    const first = page.getByRole('region', { name: 'Case 1', exact: true })
    assert.equal(await first.getByRole('textbox', { name: 'topic' }).inputValue(), 'tea')
    const second = page.getByRole('region', { name: 'Case 2', exact: true })
    assert.equal(await second.getByRole('textbox', { name: 'company' }).inputValue(), 'Acme')
    assert.equal(await second.getByRole('textbox', { name: 'question' }).inputValue(), 'Why?')
    await compose(added, 'System message 1', 'You serve {company}.')
    await added.getByText('long talk v1, edited').waitFor()
    await first.getByRole('textbox', { name: 'topic' }).fill('coffee')
    await page.getByRole('button', { name: 'Undo' }).click()
    await added.waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('textbox', { name: 'topic' }).inputValue(), 'coffee')
    // A request without the values of its prompt's variables opens as the messages that were sent.
    const request = {
      prompt_id: published.body.id,
      prompt_version_number: 1,
      input: chat(user('Where is it?')),
    }
    const { id } = (await world.api.post('/log-request', logCall(request))).body
    await page.goto(`/playground?request=${id}`)
    await added.getByText('Where is it?').waitFor()
  })

  it("shows a provider's refusal, and tries again", async () => {
    const page = await openAt('/playground', { expects: /./ })
    await compose(page.getByRole('region', { name: 'Variant A' }), 'User message 2', '[fault bad_key] hello')
    await page.getByRole('button', { name: 'Run all' }).click()
    await page.getByRole('alert').waitFor()
    await assertAccessible(page)
    await compose(page.getByRole('region', { name: 'Variant A' }), 'User message 2', 'hello again')
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByText('You said: hello again').waitFor()
  })

  it('names the provider and its limit while a run waits', async () => {
    const page = await openAt('/playground')
    await compose(page.getByRole('region', { name: 'Variant A' }), 'User message 2', 'Hello')
    const answer = page.getByRole('region', { name: 'Answer of A to case 1' })
    world.fake.limit({ perSecond: 1 / 60, burst: 0, saysRetryAfter: true })
    await page.keyboard.press('Control+Enter')
    await answer
      .getByText(/^OpenAI refused the call: the rate limit of \S+ is reached\. Galley tries again in 60 s\.$/)
      .waitFor()
    await answer.getByText(/^\d+ s$/).waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await answer.getByText('Stopped.').waitFor()
    world.fake.limit(null)
  })
})
