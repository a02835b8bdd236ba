using DroneDelivery.ServiceDefaults.Cosmos;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Delivery.Storage;

internal static class StorageExtensions
{
    /// <summary>Comes before anything that reads a container: hosted services start in the order they were added.</summary>
    public static WebApplicationBuilder AddStorage(this WebApplicationBuilder builder)
    {
        builder.Services.AddOptionsWithValidateOnStart<DeliveryOptions, DeliveryOptionsValidator>()
            .BindConfiguration(DeliveryOptions.Section)
            .Validate<IOptions<CosmosOptions>>(
                (options, cosmos) => options.Throughput is null || !cosmos.Value.Identity,
                "--throughput needs an account key: a service with --cosmos-identity true changes no throughput.");
        builder.AddCosmosContainers(FindContainers);
        builder.Services.AddSingleton<DeliveryStore>();
        builder.Services.AddValidation();
        return builder;
    }

    private static IReadOnlyList<RequiredContainer> FindContainers(IServiceProvider services)
    {
        var options = services.GetRequiredService<IOptions<DeliveryOptions>>().Value;
        return
        [
            new(options.Database, options.DeliveryContainer, $"/{options.PartitionKey}", options.Throughput),
            new(options.Database, options.SummaryContainer, "/ownerId"),
        ];
    }
}
