namespace DroneDelivery.Delivery.Containers;

internal static class ContainerExtensions
{
    /// <summary>Comes before anything that reads a container: hosted services start in the order they were added.</summary>
    public static WebApplicationBuilder AddContainers(this WebApplicationBuilder builder)
    {
        builder.Services.AddOptionsWithValidateOnStart<DeliveryOptions, DeliveryOptionsValidator>()
            .BindConfiguration(DeliveryOptions.Section);
        builder.Services.AddHostedService<ContainerSetup>();
        return builder;
    }
}
