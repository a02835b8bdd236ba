using System.Net;
using DroneDelivery.TestSupport;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace DroneDelivery.ServiceDefaults.Tests.Faults;

public sealed class FaultTests : IDisposable
{
    private readonly RecordedWarnings _warnings = new();
    private readonly ManualTimeProvider _time = new();

    [Fact]
    public async Task Service_WithoutFaults_WarnsOfNothing()
    {
        await using var service = await StartAsync();

        Assert.Equal("done", await service.Client.GetStringAsync("/work", TestContext.Current.CancellationToken));
        Assert.Empty(_warnings.Lines);
    }

    [Fact]
    public async Task ErrorShare_All_RequestIsRefusedWithProblem()
    {
        await using var service = await StartAsync(("Faults:ErrorShare", "1"));

        var response = await service.Client.GetAsync("/work", TestContext.Current.CancellationToken);

        Assert.Equal(HttpStatusCode.ServiceUnavailable, response.StatusCode);
        Assert.Contains("--fault-error-share", (await response.ReadProblemAsync()).GetProperty("detail").GetString());
    }

    [Theory]
    [InlineData("/health/live")]
    [InlineData("/health/ready")]
    [InlineData("/metrics")]
    [InlineData("/openapi/v1.json")]
    public async Task ErrorShare_All_WatchersAreSpared(string path)
    {
        await using var service = await StartAsync(("Faults:ErrorShare", "1"));

        var response = await service.Client.GetAsync(path, TestContext.Current.CancellationToken);

        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
    }

    [Fact]
    public async Task Delay_Set_AnswerComesOnceItHasPassed()
    {
        await using var service = await StartAsync(("Faults:DelayMs", "250"));

        var answer = service.Client.GetStringAsync("/work", TestContext.Current.CancellationToken);
        while (_time.PendingTimers == 0)
        {
            await Task.Yield();
        }

        Assert.False(answer.IsCompleted);
        _time.Advance(TimeSpan.FromMilliseconds(250));
        Assert.Equal("done", await answer);
    }

    [Fact]
    public async Task Answer_Set_IsFollowedByBlanks()
    {
        await using var service = await StartAsync(("Faults:AnswerKib", "3"));

        var answer = await service.Client.GetStringAsync("/work", TestContext.Current.CancellationToken);

        Assert.Equal("done", answer.TrimEnd());
        Assert.Equal("done".Length + (3 * 1_024), answer.Length);
    }

    [Theory]
    [InlineData("/work?owner=o-1", HttpStatusCode.ServiceUnavailable)]
    [InlineData("/work?owner=o-2", HttpStatusCode.OK)]
    [InlineData("/work", HttpStatusCode.OK)]
    public async Task Only_Set_OtherRequestsAreAsUsual(string path, HttpStatusCode status)
    {
        await using var service = await StartAsync(("Faults:ErrorShare", "1"), ("Faults:Only", "owner=o-1"));

        var response = await service.Client.GetAsync(path, TestContext.Current.CancellationToken);

        Assert.Equal(status, response.StatusCode);
    }

    [Fact]
    public async Task Faults_Set_AreNamedInOneWarning()
    {
        await using var service = await StartAsync(
            ("Faults:BlockMs", "12.5"), ("Faults:DelayMs", "3"), ("Faults:ErrorShare", "0.05"));

        Assert.Equal(
            "Faults were injected: each request blocks its thread for 12.5 ms; each request waits 3 ms; "
            + "5 % of requests fail with 503",
            Assert.Single(_warnings.Lines));
    }

    [Theory]
    [InlineData("Faults:CpuMs", "-1", "--fault-cpu-ms must be from 0 to 60000, not -1.")]
    [InlineData("Faults:BlockMs", "60001", "--fault-block-ms must be from 0 to 60000, not 60001.")]
    [InlineData("Faults:DelayMs", "NaN", "--fault-delay-ms must be from 0 to 60000, not NaN.")]
    [InlineData("Faults:ErrorShare", "1.5", "--fault-error-share must be from 0 to 1, not 1.5.")]
    public async Task Fault_OutOfRange_StartFailsAndNamesTheFlag(string key, string value, string expected)
    {
        var failure = await Assert.ThrowsAsync<OptionsValidationException>(() => StartAsync((key, value)));

        Assert.Equal(expected, Assert.Single(failure.Failures));
    }

    public void Dispose() => _warnings.Dispose();

    private Task<TestService> StartAsync(params (string Key, string Value)[] settings) => TestService.StartAsync(
        builder => builder.Services.AddSingleton<TimeProvider>(_time).AddSingleton<ILoggerProvider>(_warnings),
        app => app.MapGet("/work", () => "done"),
        settings.ToDictionary(setting => setting.Key, setting => (string?)setting.Value));
}
