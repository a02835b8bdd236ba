using DroneDelivery.ServiceDefaults.Cosmos;

namespace DroneDelivery.Package.Items;

internal static class ItemExtensions
{
    public static WebApplicationBuilder AddItems(this WebApplicationBuilder builder)
    {
        builder.Services.AddOptionsWithValidateOnStart<ItemOptions, ItemOptionsValidator>().BindConfiguration(ItemOptions.Section);
        builder.AddCosmos();
        builder.Services.AddSingleton<ItemStore>();
        builder.Services.AddSingleton<CallPool>();
        builder.Services.AddHostedService<ItemContainer>();
        return builder;
    }
}
