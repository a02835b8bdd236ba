using System.Net;
using DroneDelivery.Delivery.Storage;
using DroneDelivery.TestSupport;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.AspNetCore.TestHost;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace DroneDelivery.Delivery.Tests.Running;

/// <summary>The service in memory. Its unmodified SDK sends requests to a handler, usually that of an emulator in memory.</summary>
internal sealed class DeliveryApp(HttpMessageHandler handler) : WebApplicationFactory<DeliveryOptions>
{
    public DeliveryApp(Emulator emulator)
        : this(emulator.CreateHandler())
    {
    }

    public Dictionary<string, string> Settings { get; } = [];

    public TimeProvider Time { get; init; } = TimeProvider.System;

    public RecordedWarnings Warnings { get; } = new();

    /// <summary>A client of the service, once the service says that it is ready.</summary>
    public async Task<HttpClient> CreateReadyClientAsync()
    {
        var client = CreateClient();
        while ((await client.GetAsync("/health/ready", TestContext.Current.CancellationToken)).StatusCode != HttpStatusCode.OK)
        {
            await Task.Yield();
        }

        return client;
    }

    protected override void ConfigureWebHost(IWebHostBuilder builder)
    {
        // Its delays are on the clock of the test.
        builder.UseSetting("WarmUp:Time", "0");
        foreach (var (key, value) in Settings)
        {
            builder.UseSetting(key, value);
        }

        builder.ConfigureTestServices(services => services
            .AddSingleton(Time).AddSingleton(CosmosClients.On(handler)).AddSingleton<ILoggerProvider>(Warnings));
    }
}
