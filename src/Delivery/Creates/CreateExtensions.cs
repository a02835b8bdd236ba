namespace DroneDelivery.Delivery.Creates;

internal static class CreateExtensions
{
    /// <summary>Registers the class that writes new deliveries to the database.</summary>
    public static WebApplicationBuilder AddCreates(this WebApplicationBuilder builder)
    {
        builder.Services.AddSingleton<CreatedDeliveries>();
        return builder;
    }
}
