"""The private and undocumented parts of simcord that `bot/playground/simulator.py` uses. An update that breaks a test
here needs a change in that module alone."""

import dataclasses
import inspect
from collections.abc import Callable
from typing import Any

import pytest
import simcord
import simcord._modal
from simcord import _dpy_internals, components, enums, gateway, http, interactions
from simcord._clock import Clock
from simcord.backend import Backend, access, cdn, errors, models, serializers

from bot.playground import simulator
from bot.playground.fonts import font

SIGNATURES: list[tuple[Callable[..., Any], str]] = [
    (Backend, "clock"),
    (Backend.make_user, "self name **fields"),
    (Backend.create_guild, "self name id owner_id shard_id shard_count **settings"),
    (Backend.create_channel, "self guild_id name type overwrites announce **fields"),
    (Backend.add_member, "self guild_id user_id roles nick avatar announce"),
    (Backend.edit_guild, "self guild_id changes"),
    (Backend.get_dm_channel, "self user_id"),
    (Backend.get_channel, "self channel_id"),
    (Backend.get_guild, "self guild_id"),
    (Backend.get_user, "self user_id"),
    (Backend.visible_commands, "self user_id channel_id type"),
    (Backend.delete_message, "self channel_id message_id"),
    (Backend.compute_permissions, "self guild_id user_id channel_id"),
    (Backend.emit, "self event payload"),
    (Backend.now_iso, "self"),
    (Clock.now, "self"),
    (cdn.CdnStore.get, "self url"),
    (models.Message.visible_to, "self user_id"),
    (serializers.message_payload, "backend message for_user"),
    (serializers.user_payload, "user"),
    (serializers.member_payload, "backend guild member with_user"),
    (serializers.channel_payload, "backend channel"),
    (serializers.role_payload, "role"),
    (serializers.guild_create_payload, "backend guild"),
    (access.channel_accessible, "backend channel_id viewer_id history"),
    (components.validate_modal, "modal"),
    (components.walk_components, "components"),
    (interactions.base_payload, "backend type channel_id guild_id user_id data"),
    (interactions.check_options, "command_name spec provided partial"),
    (interactions.nest_options, "command nesting leaf_options"),
    (interactions.parse_option_input, "command_name option raw"),
    (interactions.walk_to_subcommand, "command path"),
    (simcord._modal._modal_submit_nodes, "nodes actor values resolved channel_id pending_uploads"),
    (gateway.ShardRouter, "backend state dispatch shard_count shard_ids"),
    (gateway.ShardRouter.feed, "self event payload"),
    (gateway.ShardRouter.identify, "self shard_id replay_guilds"),
    (http.FakeHTTPClient, "backend loop message_content_access"),
    (http.FakeWebhookAdapter, "backend message_content_access"),
    (_dpy_internals.install_http, "client http"),
    (_dpy_internals.set_guild_ready_timeout, "client timeout"),
    (_dpy_internals.get_state, "client"),
    (_dpy_internals.install_websocket, "client ws"),
    (_dpy_internals.set_webhook_adapter, "adapter"),
    (_dpy_internals.reset_webhook_adapter, "previous"),
    (errors.OptionError, "code option message"),
]


def spelled(function: Callable[..., Any]) -> str:
    stars: dict[object, str] = {inspect.Parameter.VAR_KEYWORD: "**", inspect.Parameter.VAR_POSITIONAL: "*"}
    return " ".join(stars.get(it.kind, "") + it.name for it in inspect.signature(function).parameters.values())


@pytest.mark.parametrize(("function", "parameters"), SIGNATURES, ids=lambda it: getattr(it, "__qualname__", None))
def test_takes_what_we_hand_it(function: Callable[..., Any], parameters: str) -> None:
    assert spelled(function) == parameters


def test_backend_keeps_what_we_save_and_replace() -> None:
    backend = Backend()
    for name in (*simulator.SAVED, "interactions", "interaction_tokens", "_reserved_ids", "bot_user", "clock"):
        assert hasattr(backend, name), name
    assert isinstance(backend.transcript, list)
    assert isinstance(backend.http_requests, list)
    assert isinstance(backend.subscribers, list)
    assert isinstance(backend.cdn._blobs, dict)


def test_first_instant_is_fixed_and_so_are_ids() -> None:
    assert Backend().bot_user.id == Backend().bot_user.id


@pytest.mark.parametrize(
    ("model", "names"),
    [
        (
            models.Interaction,
            "responded modal modal_consumed autocomplete_choices source_message_id message_id expires_at",
        ),
        (models.Message, "components attachments flags ping_user_ids"),
        (models.Channel, "type guild_id thread_metadata name"),
        (models.Guild, "channel_ids thread_ids members roles preferred_locale"),
        (models.User, "name global_name bot"),
    ],
)
def test_models_have_the_fields_we_read(model: type, names: str) -> None:
    assert set(names.split()) <= {field.name for field in dataclasses.fields(model)}


def test_saved_models_are_dataclasses_with_names_of_their_own() -> None:
    kinds = simulator.saved_models()
    assert {"User", "Guild", "Channel", "Message", "Member", "Role", "AllowedMentions"} <= set(kinds)


@pytest.mark.parametrize("name", ["sans", "italic", "mono", "emoji"])
def test_fonts_are_where_they_were(name: str) -> None:
    assert font(name)


def test_numbers_are_discords() -> None:
    assert (enums.OptionType.USER, enums.ComponentType.STRING_SELECT, enums.InteractionType.MODAL_SUBMIT) == (6, 3, 5)
