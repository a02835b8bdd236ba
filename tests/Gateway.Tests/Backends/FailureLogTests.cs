using DroneDelivery.Gateway.Backends;
using DroneDelivery.TestSupport;
using Microsoft.Extensions.Logging;

namespace DroneDelivery.Gateway.Tests.Backends;

public sealed class FailureLogTests : IDisposable
{
    private readonly ManualTimeProvider _time = new();
    private readonly RecordedWarnings _warnings = new();
    private readonly LoggerFactory _loggers;
    private readonly FailureLog _log;

    public FailureLogTests()
    {
        _loggers = new LoggerFactory([_warnings]);
        _log = new FailureLog(_loggers.CreateLogger<FailureLog>(), _time);
    }

    [Fact]
    public void Warnings_OfOneKind_AreAtMostOneASecondWithTheirNumber()
    {
        Fail(1_000, "package");
        _time.Advance(TimeSpan.FromSeconds(1));
        Fail(20, "package");
        _time.Advance(TimeSpan.FromSeconds(5));
        Fail(1, "package");

        Assert.Equal(
            [
                "A request was answered with 502 (unreachable): The package service cannot be reached.",
                "999 more requests were answered with 502 (unreachable) within a second: The package service cannot be reached.",
                "20 more requests were answered with 502 (unreachable) within a second: The package service cannot be reached.",
                "A request was answered with 502 (unreachable): The package service cannot be reached.",
            ],
            _warnings.Lines);
    }

    [Fact]
    public void Warnings_OfTwoKinds_AreCountedApart()
    {
        Fail(1, "package");
        Fail(1, "delivery");

        Assert.Equal(2, _warnings.Lines.Count);
    }

    [Fact]
    public void Log_Disposed_LeavesNoTimer()
    {
        Fail(2, "package");
        Assert.Equal(1, _time.PendingTimers);

        _log.Dispose();

        Assert.Equal(0, _time.PendingTimers);
    }

    public void Dispose()
    {
        _log.Dispose();
        _loggers.Dispose();
        _warnings.Dispose();
    }

    private void Fail(int times, string backend)
    {
        for (var i = 0; i < times; i++)
        {
            _log.Write(BackendFailure.Unreachable(backend));
        }
    }
}
