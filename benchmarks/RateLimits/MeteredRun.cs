using System.Net;
using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Clients.Http;
using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Engine.Runs;
using DroneDelivery.LoadTests.Engine.Users;
using DroneDelivery.Shared.Benchmarks;

namespace DroneDelivery.RateLimits.Benchmarks;

/// <summary>What became of the requests of each key.</summary>
/// <param name="Accepted">Answered 200, of each key.</param>
/// <param name="Odd">Answered neither 200 nor 429, or not at all.</param>
internal sealed record MeteredRun(LoadPlan Plan, LoadResult Result, int[] Accepted, int Odd)
{
    /// <summary>
    /// How far the rate of each key is from its plan. A key's bucket is full at its first request: the burst is taken off.
    /// </summary>
    public IEnumerable<double> Deviations => Accepted.Select(count =>
        ((count - LoadPlan.Burst) / (double)(LoadPlan.RequestsPerSecond * LoadPlan.Seconds)) - 1);

    /// <summary>Whether every request was made: else the machine was too slow, and nothing was measured.</summary>
    public bool IsWhole => Result.Sent == (long)Plan.Keys * LoadPlan.AskedOfEachKey;

    public static async Task<MeteredRun> MeasureAsync(LoadPlan plan, IReadOnlyList<Uri> gateways, KeyFile keys)
    {
        using var client = new HttpLoadClient(LoadPlan.Connections, TimeSpan.FromSeconds(10), TimeProvider.System);
        var (requests, warmUp) = (RequestsOf(gateways, keys.Keys), RequestsOf(gateways, keys.WarmUpKeys));
        var (accepted, odd) = (new int[plan.Keys], 0);

        async ValueTask<RequestOutcome> AskAsync(UserIteration turn, CancellationToken cancellationToken)
        {
            var (gateway, key) = (turn.Random.Next(gateways.Count), turn.User % plan.Keys);
            if (turn.WarmUp)
            {
                return await client.SendAsync(warmUp[gateway][key], cancellationToken);
            }

            var outcome = await client.SendAsync(requests[gateway][key], cancellationToken);
            var status = outcome.Error is null ? (HttpStatusCode)outcome.StatusCode : default;
            Interlocked.Add(ref accepted[key], status == HttpStatusCode.OK ? 1 : 0);
            Interlocked.Add(ref odd, status is HttpStatusCode.OK or HttpStatusCode.TooManyRequests ? 0 : 1);
            return outcome with { Expected = status == HttpStatusCode.TooManyRequests };
        }

        var profile = new OpenLoopProfile(plan.Schedule, LoadPlan.MaxInFlight, LoadPlan.Seed) { WarmUp = plan.WarmUp };
        var result = await new LoadRunner(TimeProvider.System).RunAsync(profile, AskAsync, new RunMonitor(), default);
        return new MeteredRun(plan, result, accepted, odd);
    }

    private static PreparedRequest[][] RequestsOf(IEnumerable<Uri> gateways, IReadOnlyList<string> keys) =>
        [.. gateways.Select(gateway => keys.Select(key => RequestOf(gateway, key)).ToArray())];

    private static PreparedRequest RequestOf(Uri gateway, string key) =>
        new(HttpMethod.Get, new Uri(gateway, "/api/packages"), [new(GatewayProcess.KeyHeader, key)]);
}
