using DroneDelivery.Gateway.Caching;

namespace DroneDelivery.Gateway.Tests.Caching;

public sealed class CacheEntryTests
{
    // The response is fresh until 60, served stale until 120, and instead of a failure until 600.
    [Theory]
    [InlineData(5, 120)]
    [InlineData(200, 200)]
    [InlineData(700, 600)]
    public void ServeStaleUntil_AfterAFailure_ExtendsTheTimeAndNeverShortensIt(long time, long expected)
    {
        var entry = new CacheEntry
        {
            Key = "/deliveries",
            Answer = null,
            AskedAt = 0,
            MadeAt = 0,
            FreshUntil = 60,
            ServedStaleUntil = 120,
            KeptUntil = 600,
        };

        entry.ServeStaleUntil(time);

        Assert.Equal(expected, entry.ServedStaleUntil);
    }
}
