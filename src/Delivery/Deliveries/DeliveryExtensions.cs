namespace DroneDelivery.Delivery.Deliveries;

internal static class DeliveryExtensions
{
    public static WebApplicationBuilder AddDeliveries(this WebApplicationBuilder builder)
    {
        builder.Services.AddSingleton<DeliveryStore>();
        builder.Services.AddValidation();
        return builder;
    }
}
