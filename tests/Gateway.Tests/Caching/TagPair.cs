using DroneDelivery.TestSupport;

namespace DroneDelivery.Gateway.Tests.Caching;

/// <summary>Two that exchange tags by a Redis of their own, and know the numbers that are there.</summary>
internal sealed class TagPair(RedisServer server) : IAsyncDisposable
{
    public RedisServer Server => server;

    public TagMember One { get; } = new(server.Address);

    public TagMember Other { get; } = new(server.Address);

    public static async Task<TagPair> StartAsync()
    {
        var pair = new TagPair(await RedisServer.StartAsync());
        await pair.One.ChangeAsync();
        await pair.Other.HearsAsync();
        return pair;
    }

    public async ValueTask DisposeAsync()
    {
        await Other.DisposeAsync();
        await One.DisposeAsync();
        await server.DisposeAsync();
    }
}
