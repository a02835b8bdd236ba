using DroneDelivery.ServiceDefaults.Cosmos;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Package.Items;

internal static class ItemExtensions
{
    public static WebApplicationBuilder AddItems(this WebApplicationBuilder builder)
    {
        builder.Services.AddOptionsWithValidateOnStart<ItemOptions, ItemOptionsValidator>().BindConfiguration(ItemOptions.Section);
        builder.AddCosmos();
        builder.Services.AddSingleton<ItemStore>();
        builder.Services.AddCallPool();
        builder.AddCosmosContainers(FindContainers);
        return builder;
    }

    // Without items the service uses no database.
    private static IReadOnlyList<RequiredContainer> FindContainers(IServiceProvider services)
    {
        var options = services.GetRequiredService<IOptions<ItemOptions>>().Value;
        return options.Calls == ItemOptions.Off ? [] : [new(options.Database, options.Container, "/ownerId")];
    }
}
