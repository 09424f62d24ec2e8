"""The demo data of `domain.md` section 20, written through the public interface with real keys."""
