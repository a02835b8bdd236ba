using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Caching;

/// <summary>The cached responses in memory, which also includes responses that are being received.</summary>
internal sealed class CacheStore(IOptions<CacheOptions> options) : SieveStore<CacheEntry>(options.Value.MaxBytes);
