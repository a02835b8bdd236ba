namespace DroneDelivery.Delivery.Creates;

internal static class CreateExtensions
{
    public static WebApplicationBuilder AddCreates(this WebApplicationBuilder builder)
    {
        builder.Services.AddSingleton<CreatedDeliveries>();
        return builder;
    }
}
