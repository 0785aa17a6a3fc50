/**
 * One agent in each framework: parallel tool calls, a failed call that is repeated, a second agent, and a tool that
 * fails. Recorded on 2026-11-29 through the frameworks' own exporters with the fake models, and trimmed of long texts
 * (record 343). The fake model sends 16 cached and 4 reasoning tokens; smolagents reports no cached ones.
 */
interface RecordedFramework {
  /** Model, tokens, price or error, and the messages from the last question on. */
  readonly requests: readonly string[]
  readonly tools: readonly string[]
  /** Names of the models' parameters. */
  readonly parameters: readonly string[]
  readonly tracesWithError: number
  /** Requests with the time to the first token. */
  readonly timesToFirstToken: number
  readonly session: string
  readonly user: string
}

export const recordedFrameworks: Readonly<Record<string, RecordedFramework>> = {
  'agno-3.1.10-openinference-1.0.15': {
    requests: [
      'gpt-4o-mini 40+12 0.000012 | user: Weather in Oslo? | assistant: weather({"city":"Oslo"})',
      'gpt-4o-mini 40+12 0.000012 | user: Weather in Oslo? | assistant: weather({"city":"Oslo"}) | tool: Sunny in Oslo | assistant: I found: Sunny in Oslo',
      'gpt-4o-mini 40+12 0.000012 | user: Weather in both? | assistant: weather({"city":"Oslo"}) weather({"city":"Rome"})',
      'gpt-4o-mini 40+12 0.000012 | user: Weather in both? | assistant: weather({"city":"Oslo"}) weather({"city":"Rome"}) | tool: Sunny in Oslo | tool: Sunny in Rome | assistant: I found: Sunny in Rome',
      'gpt-4o-mini 0+0 PROVIDER_ERROR | user: Flaky agno',
      'gpt-4o-mini 40+12 0.000012 | user: Flaky agno | assistant: Noted: Flaky agno',
      'gpt-4o-mini 40+12 0.000012 | user: broken weather | assistant: weather({"city":"Nowhere"})',
      'gpt-4o-mini 40+12 0.000012 | user: broken weather | assistant: weather({"city":"Nowhere"}) | tool: no such city Nowhere | assistant: I found: no such city Nowhere',
    ],
    tools: [
      'weather: {"city": "Oslo"} | Sunny in Oslo',
      'weather: {"city": "Oslo"} | Sunny in Oslo',
      'weather: {"city": "Rome"} | Sunny in Rome',
      'weather: {"city": "Nowhere"} | no such city Nowhere',
    ],
    parameters: ['temperature'],
    tracesWithError: 2,
    timesToFirstToken: 0,
    session: 'chat-42',
    user: 'customer-42',
  },
  'crewai-1.15.30-openinference-1.1.21': {
    requests: [
      'gpt-4o-mini 40+12 0.000012 | user: Current Task: Weather in both? This is the expected criteria for your fina | assistant: weather({"city":"Oslo"}) weather({"city":"Rome"})',
      'gpt-4o-mini 40+12 0.000012 | user: Current Task: Weather in both? This is the expected criteria for your fina | assistant: weather({"city":"Oslo"}) weather({"city":"Rome"}) | tool: Sunny in Oslo | tool: Sunny in Rome | assistant: I found: Sunny in Rome',
      'gpt-4o-mini 0+0 PROVIDER_ERROR | user: Current Task: Flaky crewopeninference This is the expected criteria for yo',
      'gpt-4o-mini 40+12 0.000012 | user: Current Task: Flaky crewopeninference This is the expected criteria for yo | assistant: Noted: actual complete content as the final answer, not a summary.',
      'gpt-4o-mini 40+12 0.000012 | user: Current Task: Ask the expert This is the expected criteria for your final  | assistant: delegate_work_to_coworker({"task":"Refund order 7","context":"Refund ',
      'gpt-4o-mini 40+12 0.000012 | user: Current Task: Refund order 7 This is the expected criteria for your final  | assistant: Noted: orking with: Refund order 7 Provide your complete response:',
      'gpt-4o-mini 40+12 0.000012 | user: Current Task: Ask the expert This is the expected criteria for your final  | assistant: delegate_work_to_coworker({"task":"Refund order 7","context":"Refund  | tool: Noted: orking with: Refund order 7 Provide your complete response: | assistant: I found: Noted: orking with: Refund order 7 Provide your complete res',
      'gpt-4o-mini 40+12 0.000012 | user: Current Task: broken weather This is the expected criteria for your final  | assistant: weather({"city":"Nowhere"})',
      'gpt-4o-mini 40+12 0.000012 | user: Current Task: broken weather This is the expected criteria for your final  | assistant: weather({"city":"Nowhere"}) | tool: Error executing tool: no such city Nowhere | assistant: I found: Error executing tool: no such city Nowhere',
    ],
    tools: [
      'weather.run: {"city": "Oslo"} | Sunny in Oslo',
      'weather.run: {"city": "Rome"} | Sunny in Rome',
      'Delegate work to coworker.run: {"task": "Refund order 7", "context": "Refund order 7", "coworker": "Expert"} | Noted: orking with: Refund order 7 Provide your complete response:',
      'weather.run: {"city": "Nowhere"} | ERROR',
    ],
    parameters: ['temperature'],
    tracesWithError: 2,
    timesToFirstToken: 0,
    session: 'chat-42',
    user: 'customer-42',
  },
  'litellm-1.110.2-langfuse-otel-v2': {
    requests: [
      'gpt-4o-mini 40+12 0.000012 | user: Weather in Oslo? | assistant: weather({"city":"Oslo"})',
      'gpt-4o-mini 40+12 0.000012 | user: Weather in both? | assistant: weather({"city":"Oslo"}) weather({"city":"Rome"})',
      'gpt-4o-mini 0+0 PROVIDER_ERROR | user: Flaky lite2langfuse',
      'gpt-4o-mini 40+12 0.000012 | user: Flaky lite2langfuse | assistant: Noted: Flaky lite2langfuse',
      'gpt-4o-mini 40+12 0.000012 | user: Ask the expert | assistant: Noted: Ask the expert',
    ],
    tools: [],
    parameters: ['stream', 'temperature'],
    tracesWithError: 1,
    timesToFirstToken: 4,
    session: 'chat-42',
    user: 'customer-42',
  },
  'litellm-1.110.2-otel-v2': {
    requests: [
      'gpt-4o-mini 40+12 0.000012 | user: Weather in Oslo? | assistant: weather({"city":"Oslo"})',
      'gpt-4o-mini 40+12 0.000012 | user: Weather in both? | assistant: weather({"city":"Oslo"}) weather({"city":"Rome"})',
      'gpt-4o-mini 0+0 PROVIDER_ERROR | user: Flaky lite2otel',
      'gpt-4o-mini 40+12 0.000012 | user: Flaky lite2otel | assistant: Noted: Flaky lite2otel',
      'gpt-4o-mini 40+12 0.000012 | user: Ask the expert | assistant: Noted: Ask the expert',
    ],
    tools: [],
    parameters: ['stream', 'temperature'],
    tracesWithError: 1,
    timesToFirstToken: 1,
    session: 'chat-42',
    user: 'customer-42',
  },
  'llama-index-0.14.25-openinference-4.6.1': {
    requests: [
      'gpt-4o-mini 40+12 0.000012 | user: Weather in both? | assistant: weather({"city":"Oslo"}) weather({"city":"Rome"})',
      'gpt-4o-mini 40+12 0.000012 | user: Weather in both? | assistant: weather({"city":"Oslo"}) weather({"city":"Rome"}) | tool: Sunny in Oslo | tool: Sunny in Rome | assistant: I found: Sunny in Rome',
      'gpt-4o-mini 0+0 PROVIDER_ERROR | user: Flaky llamaplain',
      'gpt-4o-mini 40+12 0.000012 | user: Flaky llamaplain | assistant: Noted: Flaky llamaplain',
    ],
    tools: [
      'FunctionTool.acall: {"city":"Oslo"} | Sunny in Oslo',
      'FunctionTool.acall: {"city":"Rome"} | Sunny in Rome',
    ],
    parameters: [],
    tracesWithError: 1,
    timesToFirstToken: 0,
    session: 'chat-42',
    user: 'customer-42',
  },
  'mastra-1.71.0': {
    requests: [
      'gpt-4o-mini 40+12 0.000012 | assistant: ',
      'gpt-4o-mini 40+12 0.000012 | assistant: I found: Sunny in Oslo',
      'gpt-4o-mini 40+12 0.000012 | assistant: ',
      'gpt-4o-mini 40+12 0.000012 | assistant: I found: Sunny in Rome',
      'gpt-4o-mini 0+0 UNKNOWN_ERROR',
      'gpt-4o-mini 40+12 0.000012 | assistant: Noted: Flaky mastra',
      'gpt-4o-mini 40+12 0.000012 | assistant: ',
      'gpt-4o-mini 40+12 0.000012 | assistant: I found: {"error":"no such city Nowhere"}',
    ],
    tools: [
      'execute_tool weather: {"city":"Oslo"} | Sunny in Oslo',
      'execute_tool weather: {"city":"Rome"} | Sunny in Rome',
      'execute_tool weather: {"city":"Oslo"} | Sunny in Oslo',
      'execute_tool weather: {"city":"Nowhere"} | ERROR',
    ],
    parameters: ['temperature'],
    tracesWithError: 2,
    timesToFirstToken: 4,
    session: 'chat-42',
    user: 'customer-42',
  },
  'mlflow-3.17.2-two-autologs': {
    requests: [
      'gpt-4o-mini 40+12 0.000012 | user: Weather in Oslo? | assistant: weather({"city": "Oslo"})',
      'gpt-4o-mini 40+12 0.000012 | user: Weather in Oslo? | assistant: weather({"city": "Oslo"}) | tool: Sunny in Oslo | assistant: I found: Sunny in Oslo',
      'gpt-4o-mini 40+12 0.000012 | user: Weather in both? | assistant: weather({"city":"Oslo"}) weather({"city":"Rome"})',
      'gpt-4o-mini 40+12 0.000012 | user: Weather in both? | assistant: weather({"city": "Oslo"}) weather({"city": "Rome"}) | tool: Sunny in Oslo | tool: Sunny in Rome | assistant: I found: Sunny in Rome',
      'gpt-4o-mini 0+0 PROVIDER_ERROR | user: Flaky mlflowtwo',
    ],
    tools: [
      'weather: {"city": "Oslo"} | Sunny in Oslo',
      'weather: {"city": "Oslo"} | Sunny in Oslo',
      'weather: {"city": "Rome"} | Sunny in Rome',
    ],
    parameters: ['stream', 'temperature'],
    tracesWithError: 1,
    timesToFirstToken: 2,
    session: 'chat-42',
    user: 'customer-42',
  },
  'openai-agents-0.24.0-openinference-2.6.0': {
    requests: [
      'gpt-4o-mini 40+12 0.000012 | user: Weather in both? | assistant: weather({"city":"Oslo"}) weather({"city":"Rome"})',
      'gpt-4o-mini 40+12 0.000012 | user: Weather in both? | assistant: weather({"city":"Oslo"}) weather({"city":"Rome"}) | tool: Sunny in Oslo | tool: Sunny in Rome | assistant: I found: Sunny in Rome',
      ' 0+0 PROVIDER_ERROR',
      'gpt-4o-mini 40+12 0.000012 | user: Flaky oaiagentsopeninference | assistant: Noted: Flaky oaiagentsopeninference',
      'gpt-4o-mini 40+12 0.000012 | user: Ask the expert | assistant: transfer_to_expert()',
      'gpt-4o-mini 40+12 0.000012 | user: Ask the expert | assistant: transfer_to_expert() | tool: {"assistant": "Expert"} | assistant: I found: {"assistant": "Expert"}',
      'gpt-4o-mini 40+12 0.000012 | user: broken weather | assistant: weather({"city":"Nowhere"})',
      'gpt-4o-mini 40+12 0.000012 | user: broken weather | assistant: weather({"city":"Nowhere"}) | tool: An error occurred while running the tool. Please try again. | assistant: I found: An error occurred while running the tool. Please try again.',
    ],
    tools: [
      'weather: {"city":"Oslo"} | Sunny in Oslo',
      'weather: {"city":"Rome"} | Sunny in Rome',
      'handoff to Expert: Desk | Expert',
      'weather: {"city":"Nowhere"} | An error occurred while running the tool. Please try again.',
    ],
    parameters: ['parallel_tool_calls', 'temperature', 'top_p'],
    tracesWithError: 2,
    timesToFirstToken: 0,
    session: 'chat-42',
    user: 'customer-42',
  },
  'openai-agents-0.24.0-traceloop-0.62.4': {
    requests: [
      'gpt-4o-mini 40+12 0.000012 | user: Weather in both? | assistant: weather({"city":"Oslo"}) weather({"city":"Rome"})',
      'gpt-4o-mini 40+12 0.000012 | user: Weather in both? | assistant: weather({"city":"Oslo"}) weather({"city":"Rome"}) | tool: Sunny in Oslo | tool: Sunny in Rome | assistant: I found: Sunny in Rome',
      ' 0+0 PROVIDER_ERROR',
      'gpt-4o-mini 40+12 0.000012 | user: Flaky oaiagentstraceloop | assistant: Noted: Flaky oaiagentstraceloop',
      'gpt-4o-mini 40+12 0.000012 | user: Ask the expert | assistant: transfer_to_expert({})',
      'gpt-4o-mini 40+12 0.000012 | user: Ask the expert | assistant: transfer_to_expert({}) | tool: {"assistant": "Expert"} | assistant: I found: {"assistant": "Expert"}',
      'gpt-4o-mini 40+12 0.000012 | user: broken weather | assistant: weather({"city":"Nowhere"})',
      'gpt-4o-mini 40+12 0.000012 | user: broken weather | assistant: weather({"city":"Nowhere"}) | tool: An error occurred while running the tool. Please try again. | assistant: I found: An error occurred while running the tool. Please try again.',
    ],
    tools: [
      'weather.tool: {"city":"Oslo"} | Sunny in Oslo',
      'weather.tool: {"city":"Rome"} | Sunny in Rome',
      'weather.tool: {"city":"Nowhere"} | An error occurred while running the tool. Please try again.',
    ],
    parameters: ['temperature', 'top_p'],
    tracesWithError: 2,
    timesToFirstToken: 0,
    session: '',
    user: '',
  },
  'pydantic-ai-2.68.0': {
    requests: [
      'gpt-4o-mini 40+12 0.000012 | user: Weather in Oslo? | assistant: weather({"city":"Oslo"})',
      'gpt-4o-mini 40+12 0.000012 | user: Weather in Oslo? | assistant: weather({"city":"Oslo"}) | tool: Sunny in Oslo | assistant: I found: Sunny in Oslo',
      'gpt-4o-mini 0+0 PROVIDER_ERROR',
      'gpt-4o-mini 40+12 0.000012 | user: Flaky pydantic5 | assistant: Noted: Flaky pydantic5',
      'gpt-4o-mini 40+12 0.000012 | user: Ask the expert | assistant: ask_expert({"task":"Refund order 7"})',
      'gpt-4o-mini 40+12 0.000012 | user: Refund order 7 | assistant: Noted: Refund order 7',
      'gpt-4o-mini 40+12 0.000012 | user: Ask the expert | assistant: ask_expert({"task":"Refund order 7"}) | tool: Noted: Refund order 7 | assistant: I found: Noted: Refund order 7',
      'gpt-4o-mini 40+12 0.000012 | user: broken weather | assistant: weather({"city":"Nowhere"})',
      'gpt-4o-mini 40+12 0.000012 | user: broken weather | assistant: weather({"city":"Nowhere"}) | tool: no such city Nowhere | assistant: I found: {"error":"no such city Nowhere"}',
    ],
    tools: [
      'execute_tool weather: {"city":"Oslo"} | Sunny in Oslo',
      'execute_tool ask_expert: {"task":"Refund order 7"} | Noted: Refund order 7',
      'execute_tool weather: {"city":"Nowhere"} | no such city Nowhere',
    ],
    parameters: ['temperature'],
    tracesWithError: 2,
    timesToFirstToken: 2,
    session: 'chat-42',
    user: 'customer-42',
  },
  'smolagents-1.26.0-openinference-0.1.43': {
    requests: [
      'gpt-4o-mini 40+12 0.0000132 | user: New task: Weather in both? | assistant: weather({"city":"Oslo"}) weather({"city":"Rome"})',
      'gpt-4o-mini 40+12 0.0000132 | user: Observation: Sunny in Oslo Sunny in Rome | assistant: final_answer({"answer":"I found: Observation:\\nSunny in Oslo\\nSunny i',
      ' 0+0 PROVIDER_ERROR | user: New task: Flaky smol',
      'gpt-4o-mini 40+12 0.0000132 | user: New task: Flaky smol | assistant: final_answer({"answer":"Noted: Flaky smol"})',
      'gpt-4o-mini 40+12 0.0000132 | user: New task: Ask the expert | assistant: expert({"task":"Refund order 7","additional_args":{}})',
      'gpt-4o-mini 40+12 0.0000132 | user: New task: You\'re a helpful agent named \'expert\'. You have been submitted t | assistant: final_answer({"answer":"Noted: s possible, so that your manager can a',
      'gpt-4o-mini 40+12 0.0000132 | user: Observation: Here is the final answer from your managed agent \'expert\': No | assistant: final_answer({"answer":"I found: Observation:\\nHere is the final answ',
    ],
    tools: [
      'SimpleTool: {"city":"Oslo"} | Sunny in Oslo',
      'SimpleTool: {"city":"Rome"} | Sunny in Rome',
      'FinalAnswerTool: {"answer":"I found: Observation:\\nSunny in Oslo\\nSunny in Rome"} | I found: Observation: Sunny in Oslo Sunny in Rome',
      'FinalAnswerTool: {"answer":"Noted: Flaky smol"} | Noted: Flaky smol',
      'FinalAnswerTool: {"answer":"Noted: s possible, so that your manager can act upon this feedback."} | Noted: s possible, so that your manager can act upon this feedback.',
      'FinalAnswerTool: {"answer":"I found: Observation:\\nHere is the final answer from your managed age | I found: Observation: Here is the final answer from your managed agent \'expert\':',
    ],
    parameters: [],
    tracesWithError: 1,
    timesToFirstToken: 0,
    session: 'chat-42',
    user: 'customer-42',
  },
  'strands-agents-1.62.0': {
    requests: [
      'gpt-4o-mini 40+12 0.000012 | user: Weather in both? | assistant: weather({"city":"Oslo"}) weather({"city":"Rome"})',
      'gpt-4o-mini 40+12 0.000012 | user: Weather in both? | assistant: weather({"city":"Oslo"}) weather({"city":"Rome"}) | tool: Sunny in Oslo | tool: Sunny in Rome | assistant: I found: Sunny in Rome',
      'gpt-4o-mini 0+0 PROVIDER_ERROR | user: Flaky strands',
      'gpt-4o-mini 40+12 0.000012 | user: Ask the expert | assistant: ask_expert({"task":"Refund order 7"})',
      'gpt-4o-mini 40+12 0.000012 | user: Refund order 7 | assistant: Noted: Refund order 7',
      'gpt-4o-mini 40+12 0.000012 | user: Ask the expert | assistant: ask_expert({"task":"Refund order 7"}) | tool: Noted: Refund order 7  | assistant: I found: Noted: Refund order 7 ',
      'gpt-4o-mini 40+12 0.000012 | user: broken weather | assistant: weather({"city":"Nowhere"})',
      'gpt-4o-mini 40+12 0.000012 | user: broken weather | assistant: weather({"city":"Nowhere"}) | tool: Error: no such city Nowhere | assistant: I found: Error: no such city Nowhere',
    ],
    tools: [
      'execute_tool weather: {"city": "Oslo"} | Sunny in Oslo',
      'execute_tool weather: {"city": "Rome"} | Sunny in Rome',
      'execute_tool ask_expert: {"task": "Refund order 7"} | Noted: Refund order 7 ',
      'execute_tool weather: {"city": "Nowhere"} | Error: no such city Nowhere',
    ],
    parameters: [],
    tracesWithError: 2,
    timesToFirstToken: 7,
    session: 'chat-42',
    user: 'customer-42',
  },
  'langgraph-js-1.7.3-openinference-4.1.1': {
    requests: [
      'gpt-4o-mini 40+12 0.000012 | user: Weather in both? | assistant: weather({"city":"Oslo"}) weather({"city":"Rome"})',
      'gpt-4o-mini 40+12 0.000012 | user: Weather in both? | assistant: weather({"city":"Oslo"}) weather({"city":"Rome"}) | tool: Sunny in Oslo | tool: Sunny in Rome | assistant: I found: Sunny in Rome',
      'gpt-4o-mini 0+0 PROVIDER_ERROR | user: Flaky lgjs',
    ],
    tools: ['weather: Oslo | Sunny in Oslo', 'weather: Rome | Sunny in Rome'],
    parameters: ['stream', 'temperature'],
    tracesWithError: 1,
    timesToFirstToken: 0,
    session: 'chat-42',
    user: 'customer-42',
  },
}
