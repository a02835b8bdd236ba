using DroneDelivery.LoadTests.Lab.CallRecording;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Lab.Tests.CallRecording;

public sealed class CallCountersTests
{
    private readonly ManualTimeProvider _time = new();

    [Fact]
    public void Add_ManyContainers_CountsTheFurtherOnesTogether()
    {
        var calls = new CallCounters(_time);

        for (var number = 0; number < 150; number++)
        {
            Add(calls, $"c{number}", 1, "0");
        }

        var containers = calls.Read(0).Containers;
        Assert.Equal((101, 50), (containers.Count, containers[^1].RequestUnits));
        Assert.Contains("(further)", calls.InWords());
    }

    [Fact]
    public void Add_ManySeconds_KeepsTheLastHour()
    {
        var calls = new CallCounters(_time);

        for (var second = 0; second < 3_700; second++)
        {
            Add(calls, "orders", 1, "0");
            _time.Advance(TimeSpan.FromSeconds(1));
        }

        var seconds = Assert.Single(Assert.Single(calls.Read(0).Containers).Partitions).Seconds;
        Assert.Equal(
            (3_600, _time.GetUtcNow().ToUnixTimeSeconds() - 1), (seconds.Count, seconds[^1].Second));
    }

    [Fact]
    public void InWords_SeveralCalls_SumsThemByContainerAndOperation()
    {
        var calls = new CallCounters(_time);
        Add(calls, "orders", 2.5, "0");
        Add(calls, "orders", 3, "10");
        Add(calls, "orders", 0, "10", status: 429, retryAfterMs: 250);

        Assert.Equal(
            [
                "container  operation  calls   ru  throttled  retry_after_ms",
                "orders     read_item      3  5.5          1             250",
                "1 row.",
                "3 calls, 5.5 RU, 1 throttled (429), with waits of 250 ms in all. "
                + "The busiest partition is 10 of orders, with 3 RU of 5.5.",
            ],
            calls.InWords().Split('\n'));
    }

    private static void Add(
        CallCounters calls, string container, double units, string partition, int status = 200, double? retryAfterMs = null)
    {
        using var call = new RecordedCall(traceParent: null);
        call.SetRequest(new HttpRequestMessage(HttpMethod.Get, $"http://127.0.0.1:1/dbs/shop/colls/{container}/docs/1"));
        using var response = new HttpResponseMessage((System.Net.HttpStatusCode)status);
        response.Headers.Add("x-ms-request-charge", $"{units}");
        response.Headers.Add("x-ms-documentdb-partitionkeyrangeid", partition);
        if (retryAfterMs is { } wait)
        {
            response.Headers.Add("x-ms-retry-after-ms", $"{wait}");
        }

        call.SetResponse(response);
        call.End(fault: null);
        calls.Add(call);
    }
}
