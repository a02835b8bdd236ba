using DroneDelivery.Package.Items;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Package.Tests.Items;

public sealed class CallPoolTests
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(ItemOptions.Pool, 3)]
    [InlineData(ItemOptions.Unlimited, 10)]
    public async Task Pool_TenCalls_LetsInAsManyAsItHasPlaces(string calls, int expected)
    {
        using var pool = NewPool(calls, places: 3);
        var entered = 0;
        var gate = new TaskCompletionSource();

        var running = Enumerable.Range(0, 10).Select(_ => pool.RunAsync(WaitAsync, Cancelled)).ToList();

        Assert.Equal(expected, entered);
        gate.SetResult();
        await Task.WhenAll(running);
        Assert.Equal(10, entered);

        async Task<int> WaitAsync(CancellationToken token)
        {
            Interlocked.Increment(ref entered);
            await gate.Task.WaitAsync(token);
            return 0;
        }
    }

    [Fact]
    public async Task Pool_CallFails_GivesItsPlaceBack()
    {
        using var pool = NewPool(ItemOptions.Pool, places: 1);

        await Assert.ThrowsAsync<InvalidOperationException>(() =>
            pool.RunAsync(_ => Task.FromException<int>(new InvalidOperationException()), Cancelled));

        Assert.Equal(7, await pool.RunAsync(_ => Task.FromResult(7), Cancelled));
    }

    [Theory]
    [InlineData("fast", 100, "--items must be off, sync, pool or unlimited, not \"fast\".")]
    [InlineData(ItemOptions.Pool, 0, "--items-pool must be from 1 to 10000, not 0.")]
    public void Options_BadValue_AreRefusedInTheWordsOfTheCommandLine(string calls, int places, string expected)
    {
        var result = new ItemOptionsValidator().Validate(null, new ItemOptions { Calls = calls, PoolSize = places });

        Assert.Contains(expected, Assert.Single(result.Failures!), StringComparison.Ordinal);
    }

    private static CallPool NewPool(string calls, int places) =>
        new(Options.Create(new ItemOptions { Calls = calls, PoolSize = places }));
}
