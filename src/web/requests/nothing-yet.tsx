import { CodeBlock, Empty } from '../design/index.ts'

export const NothingYet = () => (
  <Empty title="Waiting for the first request">
    <p className="mb-3">Log requests from an application, or send one with this command:</p>
    <CodeBlock
      name="cURL"
      text={`curl ${location.origin}/log-request -H "X-API-KEY: $API_KEY" -H "Content-Type: application/json" -d '{
  "provider": "openai", "model": "gpt-4o-mini",
  "input": {"type": "chat", "messages": [{"role": "user", "content": [{"type": "text", "text": "Hello"}]}]},
  "output": {"type": "chat", "messages": [{"role": "assistant", "content": [{"type": "text", "text": "Hi"}]}]},
  "request_start_time": "${new Date().toISOString()}", "request_end_time": "${new Date().toISOString()}"
}'`}
    />
  </Empty>
)
