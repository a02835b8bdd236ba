using DroneDelivery.TestSupport;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.AspNetCore.TestHost;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace DroneDelivery.Gateway.Tests;

/// <summary>The gateway in memory, before three fake backends on real ports, with a clock that only a test moves.</summary>
internal sealed class TestGateway : WebApplicationFactory<Program>
{
    private readonly List<Action<IServiceCollection>> _services = [];
    private readonly Dictionary<string, string> _settings = new()
    {
        // Its timers are on the clock that tests move.
        ["Backends:HealthInterval"] = "00:00:00",
        ["Resilience:RetryDelay"] = "00:00:00",
        ["WarmUp:Time"] = "0",
    };

    private TestGateway(FakeBackend delivery, FakeBackend package, FakeBackend droneScheduler)
    {
        (Delivery, Package, DroneScheduler) = (delivery, package, droneScheduler);
        With("Backends:Delivery", delivery.Address)
            .With("Backends:Package", package.Address)
            .With("Backends:DroneScheduler", droneScheduler.Address);
    }

    public FakeBackend Delivery { get; }

    public FakeBackend Package { get; }

    public FakeBackend DroneScheduler { get; }

    public ManualTimeProvider Time { get; } = new();

    public RecordedWarnings Warnings { get; } = new();

    /// <summary>Settings that change while the gateway runs.</summary>
    public ReloadableSettings Reloadable { get; } = new();

    /// <summary>All backends answer, each with figures of its own.</summary>
    public static async Task<TestGateway> StartAsync()
    {
        var backends = await Task.WhenAll(FakeBackend.StartAsync(), FakeBackend.StartAsync(), FakeBackend.StartAsync());
        var gateway = new TestGateway(backends[0], backends[1], backends[2]);
        gateway.Delivery.Answer("/deliveries/summary", 200, """{"ownerId":"owner-0007","deliveries":4}""");
        gateway.Delivery.Answer("/deliveries/utilization", 200, """{"deliveries":4,"milesTraveled":12.5,"hoursAssigned":1.25}""");
        gateway.Package.Answer("/packages/summary", 200, """{"packages":5,"fragile":1,"weightKilograms":7.35}""");
        gateway.DroneScheduler.Answer("/drones/summary", 200, """{"assignments":4,"drones":3,"hoursAssigned":1.25}""");
        return gateway;
    }

    public TestGateway With(string key, string value)
    {
        _settings[key] = value;
        return this;
    }

    public TestGateway WithServices(Action<IServiceCollection> add)
    {
        _services.Add(add);
        return this;
    }

    public FakeBackend Named(string backend) => backend switch
    {
        "delivery" => Delivery,
        "package" => Package,
        _ => DroneScheduler,
    };

    public Task<HttpResponseMessage> GetInvoiceAsync(string address = "/api/invoices/owner-0007?year=2025&month=3") =>
        CreateClient().GetAsync(address, TestContext.Current.CancellationToken);

    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
        await Delivery.DisposeAsync();
        await Package.DisposeAsync();
        await DroneScheduler.DisposeAsync();
    }

    protected override void ConfigureWebHost(IWebHostBuilder builder)
    {
        foreach (var (key, value) in _settings)
        {
            builder.UseSetting(key, value);
        }

        builder.ConfigureAppConfiguration(configuration => configuration.Add(Reloadable));
        builder.ConfigureTestServices(services => services
            .AddSingleton<TimeProvider>(Time)
            .AddSingleton<ILoggerProvider>(Warnings));
        _services.ForEach(add => builder.ConfigureTestServices(add));
    }
}

/// <summary>A source of settings that can be replaced, as a file is.</summary>
internal sealed class ReloadableSettings : ConfigurationProvider, IConfigurationSource
{
    public IConfigurationProvider Build(IConfigurationBuilder builder) => this;

    public void Set(params (string Name, string? Value)[] settings)
    {
        Data = settings.ToDictionary(setting => setting.Name, setting => setting.Value, StringComparer.OrdinalIgnoreCase);
        OnReload();
    }
}
