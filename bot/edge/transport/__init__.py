"""Requests to Discord: rate limits, circuit breaker, retries."""
