using DroneDelivery.ServiceDefaults.Settings;
using DroneDelivery.ServiceDefaults.Telemetry;
using DroneDelivery.TestSupport;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace DroneDelivery.ServiceDefaults.Tests.Settings;

public sealed class ReloadedOptionsTests : IDisposable
{
    private const string Ratio = "Telemetry:TraceRatio";

    private readonly ConfigurationManager _configuration = new();
    private readonly RecordedWarnings _warnings = new();
    private readonly ServiceProvider _services;
    private readonly ReloadedOptions<TelemetryOptions> _options;
    private readonly List<double> _changes = [];

    public ReloadedOptionsTests()
    {
        _services = new ServiceCollection()
            .AddSingleton<IConfiguration>(_configuration)
            .AddSingleton<TimeProvider>(new ManualTimeProvider())
            .AddSingleton<ILoggerProvider>(_warnings)
            .AddLogging()
            .AddReloadedOptions<TelemetryOptions, TelemetryOptionsValidator>("Telemetry", (options, section) => section.Bind(options))
            .BuildServiceProvider();
        _options = _services.GetRequiredService<ReloadedOptions<TelemetryOptions>>();
        _options.Changed += options => _changes.Add(options.TraceRatio);
    }

    public void Dispose() => _services.Dispose();

    [Fact]
    public void Section_Changed_IsInUse()
    {
        Set(Ratio, "0.5");

        Assert.Equal([0.5], _changes);
        Assert.Equal(0.5, _options.Value.TraceRatio);
    }

    [Fact]
    public void Value_WhileAChangeIsApplied_IsTheFormerOne()
    {
        var seen = new List<double>();
        _options.Changed += _ => seen.Add(_options.Value.TraceRatio);

        Set(Ratio, "0.5");

        Assert.Equal([1.0], seen);
    }

    [Fact]
    public void OtherSection_Changed_ChangesNothing()
    {
        var value = _options.Value;

        Set("Logging:LogLevel:Default", "Debug");

        Assert.Empty(_changes);
        Assert.Same(value, _options.Value);
    }

    [Theory]
    [InlineData("2", "--trace-ratio must be from 0 to 1, not 2.")]
    [InlineData("x", "Failed to convert configuration value 'x' at 'Telemetry:TraceRatio' to type 'System.Double'.")]
    public void Section_ChangedAndWrong_FormerStaysUntilItIsValid(string wrong, string fault)
    {
        Set(Ratio, wrong);
        Set("Logging:LogLevel:Default", "Debug");

        Assert.Equal([fault], _options.Rejected?.Faults);
        Assert.Equal($"The former settings stay in use. {fault}", Assert.Single(_warnings.Lines));
        Assert.Equal((0, 1.0), (_changes.Count, _options.Value.TraceRatio));

        Set(Ratio, "1");

        Assert.Null(_options.Rejected);
        Assert.Equal([1.0], _changes);
    }

    private void Set(string key, string value)
    {
        _configuration[key] = value;
        ((IConfigurationRoot)_configuration).Reload();
    }
}
