"""Calls the prompt methods of promptlayer 0.5.2 with LangChain 0.2, for `record.ts`."""

import os

import promptlayer

promptlayer.api_key = os.environ["PROMPTLAYER_API_KEY"]

from langchain.prompts import ChatPromptTemplate, PromptTemplate  # noqa: E402

prompts = promptlayer.prompts

chat = ChatPromptTemplate.from_messages([("system", "Be {tone}."), ("human", "Hello {name}"), ("ai", "Yes?")])
prompts.publish("chat", prompt_template=chat, tags=["old"], commit_message="first")
metadata = {"model": {"provider": "openai", "name": "gpt-4o-mini", "parameters": {"temperature": 0.5}}}
prompts.publish("text", prompt_template=PromptTemplate.from_template("Hello {name}"), metadata=metadata)
blueprint = {"type": "chat", "messages": [{"role": "user", "content": [{"type": "text", "text": "Hi {name}"}]}]}
prompts.publish("blueprint", prompt_template=blueprint)

read = prompts.get("chat", langchain=True)
assert read.format_messages(tone="kind", name="Ada") == chat.format_messages(tone="kind", name="Ada"), read
assert prompts.get("chat")["_type"] == "chat_promptlayer_langchain"
text, told = prompts.get("text", langchain=True, version=1, include_metadata=True)
assert text.format(name="Ada") == "Hello Ada", text
assert told["model"]["name"] == "gpt-4o-mini", told
assert prompts.get("blueprint", langchain=True).format_messages(name="Ada")[0].content == "Hi Ada"
assert {prompt["prompt_name"] for prompt in prompts.all()} == {"chat", "text", "blueprint"}

templates = promptlayer.templates
assert templates.get("blueprint", {"input_variables": {"name": "Ada"}})["prompt_template"]["type"] == "chat"
assert len(templates.all()) == 3
