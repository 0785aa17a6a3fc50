"""Calls a model with LangChain, whose PromptLayerCallbackHandler reports it, for `record.ts`."""

from langchain_community.callbacks import PromptLayerCallbackHandler
from langchain_core.messages import HumanMessage, SystemMessage
from langchain_openai import ChatOpenAI

handler = PromptLayerCallbackHandler(pl_tags=["chain"], pl_id_callback=lambda id: print(id))
chat = ChatOpenAI(model="gpt-4o-mini", temperature=0.5, callbacks=[handler])
chat.invoke([SystemMessage("Be kind."), HumanMessage("Hi chain")])
