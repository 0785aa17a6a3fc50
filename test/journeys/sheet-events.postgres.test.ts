import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createApp } from '../../src/server/app.ts'
import { openContext } from '../../src/server/open-context.ts'
import { startApp } from '../kit/app.ts'
import { EventListener } from './support/event-listener.ts'
import { emptySheet } from './support/tables.ts'

it('the events of a sheet report changes of another process', async () => {
  const app = await startApp()
  const context = await openContext(app.context.config)
  const other = createApp(context)
  await other.listen({ port: 0, host: '127.0.0.1' })
  const { port } = other.server.address() as { port: number }
  const sheet = await emptySheet(app.api)
  const text = await sheet.column('text')
  await sheet.add([{ [text.id]: 'before' }])
  const url = `http://127.0.0.1:${port}${sheet.path}/events?stream=true`
  const listener = new EventListener(url, { 'x-api-key': app.key })
  await listener.until(({ name }) => name === 'ready')
  await sheet.write(0, text.id, { value: 'from afar' })
  const { data } = await listener.until(({ name }) => name === 'cells')
  assert.equal(data.cells[0].display_value, 'from afar')
  await listener.stop()
  await other.close()
  await context.models.close()
  await context.guardedFetch.close()
  await context.sandbox.close()
  await context.modelSlots.close()
  await context.store.close()
  await app.close()
})
