using DroneDelivery.Package.Items;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Package.Tests.Items;

public sealed class CallPoolTests
{
    [Theory(Timeout = 300_000)]
    [InlineData(ItemOptions.Pool, 10)]
    [InlineData(ItemOptions.Refuse, 3)]
    public async Task Pool_TenRequestsForThreePlaces_OthersWaitOrAreRefused(string calls, int served)
    {
        using var pool = NewPool(calls, places: 3);
        var entered = 0;
        var gate = new TaskCompletionSource();

        var running = Enumerable.Range(0, 10).Select(_ => InvokeAsync(pool, EnterAsync)).ToList();

        Assert.Equal((3, 10 - served), (entered, running.Count(request => request.IsCompleted)));
        gate.SetResult();
        var results = await Task.WhenAll(running);
        Assert.Equal((served, served), (entered, results.Count(result => result is "served")));
        Assert.All(
            results.OfType<ProblemHttpResult>(),
            refused => Assert.Equal((503, "The pool is full: 3 requests are in progress."), (refused.StatusCode, refused.ProblemDetails.Detail)));

        async Task<object?> EnterAsync()
        {
            Interlocked.Increment(ref entered);
            await gate.Task;
            return "served";
        }
    }

    [Theory(Timeout = 300_000)]
    [InlineData(ItemOptions.Pool)]
    [InlineData(ItemOptions.Refuse)]
    public async Task Pool_RequestFails_GivesItsPlaceBack(string calls)
    {
        using var pool = NewPool(calls, places: 1);

        await Assert.ThrowsAsync<InvalidOperationException>(() =>
            InvokeAsync(pool, () => Task.FromException<object?>(new InvalidOperationException())));

        Assert.Equal("served", await InvokeAsync(pool, () => Task.FromResult<object?>("served")));
    }

    [Fact(Timeout = 300_000)]
    public async Task Pool_ClientLeavesWhileItWaits_TakesNoPlace()
    {
        using var pool = NewPool(ItemOptions.Pool, places: 1);
        using var leaving = new CancellationTokenSource();
        var gate = new TaskCompletionSource<object?>();
        var first = InvokeAsync(pool, () => gate.Task);

        var waiting = InvokeAsync(pool, () => Task.FromResult<object?>("served"), leaving.Token);
        await leaving.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => waiting);
        gate.SetResult("first");
        Assert.Equal("first", await first);
        Assert.Equal("served", await InvokeAsync(pool, () => Task.FromResult<object?>("served")));
    }

    [Theory]
    [InlineData("fast", 100, "--items must be off, sync, pool, refuse or unlimited, not \"fast\".")]
    [InlineData(ItemOptions.Pool, 0, "--items-pool must be from 1 to 10000, not 0.")]
    public void Options_BadValue_AreRefusedInTheWordsOfTheCommandLine(string calls, int places, string expected)
    {
        var result = new ItemOptionsValidator().Validate(null, new ItemOptions { Calls = calls, PoolSize = places });

        Assert.Contains(expected, Assert.Single(result.Failures!), StringComparison.Ordinal);
    }

    private static async Task<object?> InvokeAsync(
        CallPool pool, Func<Task<object?>> serve, CancellationToken aborted = default)
    {
        var context = EndpointFilterInvocationContext.Create(new DefaultHttpContext { RequestAborted = aborted });
        return await pool.InvokeAsync(context, async _ => await serve());
    }

    private static CallPool NewPool(string calls, int places) =>
        new(Options.Create(new ItemOptions { Calls = calls, PoolSize = places }));
}
