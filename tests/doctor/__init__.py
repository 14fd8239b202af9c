"""The doctor looks at healthy and at ailing bots."""
