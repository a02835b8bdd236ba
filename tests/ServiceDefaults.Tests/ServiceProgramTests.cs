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

    [Theory(Timeout = 300_000)]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Service_BackgroundServiceFails_EndsWith1(bool isStarted)
    {
        var exitCode = await ServiceProgram.RunAsync(["--http-port", "0", "--http2-port", "0"], TestService.Identity, builder =>
        {
            builder.Logging.ClearProviders();
            builder.AddServiceDefaults(TestService.Identity);
            builder.Services.AddHostedService(services => new FailingService(isStarted
                ? services.GetRequiredService<IHostApplicationLifetime>().ApplicationStarted
                : new CancellationToken(canceled: true)));
            return builder.Build();
        });

        Assert.Equal(1, exitCode);
    }

    /// <summary>Fails once the token is canceled.</summary>
    private sealed class FailingService(CancellationToken when) : BackgroundService
    {
        protected override async Task ExecuteAsync(CancellationToken stoppingToken)
        {
            var fails = new TaskCompletionSource();
            await using var registration = when.Register(fails.SetResult);
            await fails.Task;
            throw new InvalidDataException("a fault");
        }
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
