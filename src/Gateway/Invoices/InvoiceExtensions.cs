using DroneDelivery.Gateway.Backends;

namespace DroneDelivery.Gateway.Invoices;

internal static class InvoiceExtensions
{
    public static WebApplicationBuilder AddInvoices(this WebApplicationBuilder builder)
    {
        builder.Services.AddOptionsWithValidateOnStart<TariffOptions, TariffOptionsValidator>()
            .BindConfiguration(TariffOptions.Section);
        builder.Services.AddHttpClient<DeliveryClient>(BackendNames.Delivery).ToBackend();
        builder.Services.AddHttpClient<PackageClient>(BackendNames.Package).ToBackend();
        builder.Services.AddHttpClient<DroneClient>(BackendNames.DroneScheduler).ToBackend();
        builder.Services.AddSingleton<Tariff>();
        builder.Services.AddTransient<InvoiceAssembler>();
        builder.Services.AddValidation();
        builder.Services.ConfigureHttpJsonOptions(json =>
            json.SerializerOptions.TypeInfoResolverChain.Insert(0, GatewayJson.Default));
        return builder;
    }
}
