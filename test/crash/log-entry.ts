const chatWith = (role: string, text: string) => ({
  type: 'chat',
  messages: [{ role, content: [{ type: 'text', text }] }],
})

/** A log call with a marker that finds it in the stored data. */
export function logEntry(marker: string) {
  return {
    provider: 'openai',
    model: 'gpt-4o-mini',
    input: chatWith('user', `Hello, this is ${marker}.`),
    output: chatWith('assistant', 'Hello.'),
    request_start_time: '2026-11-20T10:00:00Z',
    request_end_time: '2026-11-20T10:00:01Z',
    function_name: marker,
    score: 50,
    score_name: 'logged',
  }
}

/** The log call in the form of the SDKs. */
export function trackEntry(marker: string) {
  return {
    function_name: marker,
    provider_type: 'openai',
    args: [],
    kwargs: { model: 'gpt-4o-mini', messages: [{ role: 'user', content: `Hello, this is ${marker}.` }] },
    request_response: { choices: [{ index: 0, message: { role: 'assistant', content: 'Hello.' } }] },
    request_start_time: 1_700_000_000,
    request_end_time: 1_700_000_001,
    metadata: { tracked: marker },
  }
}

export function publication(name: string, marker: string) {
  return {
    prompt_template: { prompt_name: name },
    prompt_version: {
      prompt_template: chatWith('user', `Version ${marker} for {name}.`),
      commit_message: marker,
    },
  }
}
