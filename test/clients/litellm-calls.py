"""Calls models with LiteLLM, which reports them to PromptLayer by its own callback, for `record.ts`."""

import os
import time

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "true"
import litellm  # noqa: E402

# The address is fixed in the package.
post = litellm.module_level_client.post
litellm.module_level_client.post = lambda url, **rest: post(
    url.replace("https://api.promptlayer.com", os.environ["GALLEY_URL"]), **rest
)
litellm.success_callback = ["promptlayer"]

weather = {"name": "weather", "parameters": {"type": "object", "properties": {"city": {"type": "string"}}}}


def ask(model, text, **rest):
    litellm.completion(model=model, messages=[{"role": "user", "content": text}], **rest)
    # Callbacks run in a thread, in any order.
    time.sleep(1)


openai = {"api_base": os.environ["OPENAI_BASE_URL"], "api_key": os.environ["OPENAI_API_KEY"]}
ask("openai/gpt-4o-mini", "Hi", metadata={"pl_tags": ["gold"], "customer": "ada"}, **openai)
ask("openai/gpt-4o-mini", "Weather?", tools=[{"type": "function", "function": weather}], **openai)
anthropic = {"api_base": os.environ["ANTHROPIC_BASE_URL"], "api_key": os.environ["ANTHROPIC_API_KEY"]}
ask("anthropic/claude-sonnet-4-5", "Hi Claude", max_tokens=50, **anthropic)
