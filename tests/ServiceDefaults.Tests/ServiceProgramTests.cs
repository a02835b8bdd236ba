using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace DroneDelivery.ServiceDefaults.Tests;

public sealed class ServiceProgramTests
{
    [Fact(Timeout = 300_000)]
    public async Task Service_ToldToStopWhileStarting_EndsWith0()
    {
        var exitCode = await ServiceProgram.RunAsync(["--http-port", "0", "--http2-port", "0"], TestService.Identity, builder =>
        {
            builder.Logging.ClearProviders();
            builder.AddServiceDefaults(TestService.Identity);
            builder.Services.AddHostedService<EndlessStart>();
            return builder.Build();
        });

        Assert.Equal(0, exitCode);
    }

    private sealed class EndlessStart(IHostApplicationLifetime lifetime) : IHostedService
    {
        public Task StartAsync(CancellationToken cancellationToken)
        {
            lifetime.StopApplication();
            return Task.Delay(Timeout.Infinite, cancellationToken);
        }

        public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
    }
}
