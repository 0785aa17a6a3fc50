import { CodeBlock, Empty } from '../design/index.ts'

export const NothingYet = () => (
  <Empty title="Waiting for the first request">
    <p className="mb-3">Point an application at this server, or send one by hand:</p>
    <CodeBlock
      what="cURL"
      text={`curl ${location.origin}/log-request -H "X-API-KEY: $API_KEY" -H "Content-Type: application/json" -d '{
  "provider": "openai", "model": "gpt-4o-mini",
  "input": {"type": "chat", "messages": [{"role": "user", "content": [{"type": "text", "text": "Hello"}]}]},
  "output": {"type": "chat", "messages": [{"role": "assistant", "content": [{"type": "text", "text": "Hi"}]}]},
  "request_start_time": "${new Date().toISOString()}", "request_end_time": "${new Date().toISOString()}"
}'`}
    />
  </Empty>
)
