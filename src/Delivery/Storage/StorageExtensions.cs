namespace DroneDelivery.Delivery.Storage;

internal static class StorageExtensions
{
    /// <summary>Comes before anything that reads a container: hosted services start in the order they were added.</summary>
    public static WebApplicationBuilder AddStorage(this WebApplicationBuilder builder)
    {
        builder.Services.AddOptionsWithValidateOnStart<DeliveryOptions, DeliveryOptionsValidator>()
            .BindConfiguration(DeliveryOptions.Section);
        builder.Services.AddHostedService<ContainerSetup>();
        builder.Services.AddSingleton<DeliveryStore>();
        builder.Services.AddValidation();
        return builder;
    }
}
