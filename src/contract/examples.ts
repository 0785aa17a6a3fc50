/** Values shared by the examples of several endpoints. */

export const chatExample = {
  type: 'chat' as const,
  messages: [
    { role: 'system' as const, content: [{ type: 'text' as const, text: 'You are kind.' }] },
    { role: 'user' as const, content: [{ type: 'text' as const, text: 'Greet {name}.' }] },
  ],
}

export const replyExample = {
  type: 'chat' as const,
  messages: [{ role: 'assistant' as const, content: [{ type: 'text' as const, text: 'Hello, Ada.' }] }],
}
