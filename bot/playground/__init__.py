"""A local Discord in the browser, so anyone can play without a token."""
