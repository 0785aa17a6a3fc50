/** Runs Python once on the server of the build, which leaves a snapshot of it in its data folder. */
const tools = `http://127.0.0.1:${process.env.GALLEY_PORT}/api/public/v2/tool-registry`
const headers = { 'content-type': 'application/json', 'x-api-key': process.env.GALLEY_API_KEY }

async function post(url, body) {
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text}`)
  return JSON.parse(text)
}

await post(tools, {
  name: 'first-python',
  tool_definition: { type: 'function', function: { name: 'first_python', parameters: { type: 'object' } } },
  execution: { type: 'code', language: 'python', code: 'return 1 + 1' },
})
const { result } = await post(`${tools}/first-python/test-execute`, { inputs: {} })
if (result?.result !== 2) throw new Error(`Python answered ${JSON.stringify(result)}`)
